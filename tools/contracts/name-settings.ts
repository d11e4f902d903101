import { nameRegistryAbi } from '@platemark/abi/name-registry'
import { labelToTokenId } from '@platemark/rules/name-label'
import {
  type Address,
  type Client,
  type ContractFunctionArgs,
  type ContractFunctionName,
  encodeFunctionData,
} from 'viem'
import { readContract } from 'viem/actions'
import type { OwnerCall } from './settings.ts'

/** Prices in wei of labels with 3, 4, 5 to 9, and 10 or more characters. */
export type NamePrices = readonly [bigint, bigint, bigint, bigint]

/** Settings of a registry of names. */
export type NameSettings = {
  owner: Address
  /** Empty until it is set. */
  suffix: string
  prices: NamePrices
  isPaused: boolean
  needsCommitment: boolean
  /** Labels of a list that anyone could register. */
  unreserved: string[]
}

/** Labels in one call, so that it fits in a block. */
const BATCH = 100

/** Reads the settings of a registry; `reserved` are labels that are not for sale. */
export async function readNameSettings(
  client: Client,
  registry: Address,
  reserved: readonly string[],
): Promise<NameSettings> {
  const at = { address: registry, abi: nameRegistryAbi } as const
  const ids = reserved.map(labelToTokenId)
  const [owner, suffix, prices, isPaused, needsCommitment, availability] =
    await Promise.all([
      readContract(client, { ...at, functionName: 'owner' }),
      readContract(client, { ...at, functionName: 'suffix' }),
      readContract(client, { ...at, functionName: 'prices' }),
      readContract(client, { ...at, functionName: 'isPaused' }),
      readContract(client, { ...at, functionName: 'isCommitmentRequired' }),
      readContract(client, { ...at, functionName: 'availability', args: [ids] }),
    ])
  const unreserved = reserved.filter((_, index) => availability[index])
  return { owner, suffix, prices, isPaused, needsCommitment, unreserved }
}

/** Settings that the owner wants; absent: unchanged. */
export type WishedNames = {
  suffix?: string | undefined
  prices?: NamePrices | undefined
  needsCommitment?: boolean | undefined
  /** Sells names. */
  isOpen?: boolean | undefined
}

/**
 * Returns the owner's transactions from the settings to the wished ones, the sale last: before it,
 * every name of the list is reserved.
 */
export function planNameCalls(
  registry: Address,
  settings: NameSettings,
  wished: WishedNames,
): OwnerCall[] {
  const { suffix, prices, needsCommitment, isOpen } = wished
  const call = <Name extends Write>(
    what: string,
    functionName: Name,
    args: Args<Name>,
  ) => {
    // Safe: the types hold name and arguments together.
    const encoded = { abi: nameRegistryAbi, functionName, args } as Parameters<
      typeof encodeFunctionData
    >[0]
    return { what, to: registry, data: encodeFunctionData(encoded) }
  }
  const calls: OwnerCall[] = []
  if (suffix !== undefined && suffix !== settings.suffix)
    calls.push(call(`setSuffix(${suffix})`, 'setSuffix', [suffix]))
  for (let start = 0; start < settings.unreserved.length; start += BATCH) {
    const labels = settings.unreserved.slice(start, start + BATCH)
    const what = `setReserved of ${labels.length} names, ${labels[0]} to ${labels.at(-1)}`
    calls.push(call(what, 'setReserved', [labels.map(labelToTokenId), true]))
  }
  if (prices?.some((price, tier) => price !== settings.prices[tier]))
    calls.push(call(`setPrices(${prices.join(', ')}), in wei`, 'setPrices', [prices]))
  if (needsCommitment && !settings.needsCommitment)
    calls.push(call('requireCommitments(), for good', 'requireCommitments', []))
  if (isOpen && settings.isPaused)
    calls.push(call('pause(false), which opens the sale', 'pause', [false]))
  return calls
}

type Write = ContractFunctionName<typeof nameRegistryAbi, 'nonpayable'>
type Args<Name extends Write> = ContractFunctionArgs<
  typeof nameRegistryAbi,
  'nonpayable',
  Name
>
