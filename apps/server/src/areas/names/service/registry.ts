import { setTimeout as sleep } from 'node:timers/promises'
import { nameRegistryAbi } from '@platemark/abi/name-registry'
import { Problem } from '@platemark/api/problem'
import { isContractCode } from '@platemark/rules/account-code'
import { toLowerAddress } from '@platemark/rules/addresses'
import { labelToTokenId, tokenIdToLabel } from '@platemark/rules/name-label'
import { type Address, BaseError, ContractFunctionRevertedError } from 'viem'
import { getCode, readContract } from 'viem/actions'
import type { NameHome } from './home.ts'

/** Longest wait for a node before an answer is made from the index. */
const TIMEOUT_MS = 3000

/** Availability of labels, whether the first is reserved, and prices in wei by tier. */
export type SaleState = {
  isAvailable: readonly boolean[]
  isReserved: boolean
  prices: readonly bigint[]
}

/** Reads labels in the latest block; undefined while no node answers. */
export function readSaleState(
  { chain, registry }: NameHome,
  labels: readonly [string, ...string[]],
): Promise<SaleState | undefined> {
  const call = latest(registry)
  const ids = labels.map(labelToTokenId)
  return orUndefined(async () => {
    const [isAvailable, isReserved, prices] = await Promise.all([
      readContract(chain.client, { ...call, functionName: 'availability', args: [ids] }),
      readContract(chain.client, {
        ...call,
        functionName: 'reserved',
        args: [labelToTokenId(labels[0])],
      }),
      readContract(chain.client, { ...call, functionName: 'prices' }),
    ])
    return { isAvailable, isReserved, prices }
  })
}

/** Reads prices in wei by tier and the conditions of sale. Throws `chain_unavailable`. */
export async function readSaleTerms({ chain, registry }: NameHome): Promise<{
  prices: readonly bigint[]
  isPaused: boolean
  needsCommitment: boolean
}> {
  const call = latest(registry)
  const found = await orUndefined(async () => {
    const [prices, isPaused, needsCommitment] = await Promise.all([
      readContract(chain.client, { ...call, functionName: 'prices' }),
      readContract(chain.client, { ...call, functionName: 'isPaused' }),
      readContract(chain.client, { ...call, functionName: 'isCommitmentRequired' }),
    ])
    return { prices, isPaused, needsCommitment }
  })
  if (!found) throw unavailable()
  return found
}

/** Reads the owner of a name in the latest block, in lower case; null: it is not registered. */
export async function readOwner(
  { chain, registry }: NameHome,
  label: string,
): Promise<Address | null> {
  try {
    const owner = await readContract(chain.client, {
      ...latest(registry),
      functionName: 'ownerOf',
      args: [labelToTokenId(label)],
    })
    return toLowerAddress(owner)
  } catch (error) {
    if (isRevert(error)) return null
    throw unavailable(error)
  }
}

/** Reads the primary name of an account in the registry; null: none. Throws `chain_unavailable`. */
export async function readPrimary(
  { chain, registry }: NameHome,
  account: Address,
): Promise<string | null> {
  try {
    const id = await readContract(chain.client, {
      ...latest(registry),
      functionName: 'primaryTokenOf',
      args: [account],
    })
    return tokenIdToLabel(id)
  } catch (error) {
    throw unavailable(error)
  }
}

/** A name as the registry has it in the latest block. */
export type NameOnChain = {
  /** Lower case; null: it is not registered, and the other fields are empty. */
  owner: Address | null
  isContract: boolean
  primary: string | null
}

/** Reads a name; undefined while no node answers. */
export function readName(
  home: NameHome,
  label: string,
): Promise<NameOnChain | undefined> {
  return orUndefined(async () => {
    const owner = await readOwner(home, label)
    if (owner === null) return { owner, isContract: false, primary: null }
    const [code, primary] = await Promise.all([
      getCode(home.chain.client, { address: owner, blockTag: 'latest' }),
      readPrimary(home, owner),
    ])
    return { owner, isContract: isContractCode(code), primary }
  })
}

/** Returns what all reads of the registry in the latest block share. */
function latest(registry: Address) {
  return { address: registry, abi: nameRegistryAbi, blockTag: 'latest' } as const
}

/** Returns the result of a read; undefined when it fails or takes too long. */
async function orUndefined<T>(read: () => Promise<T>): Promise<T | undefined> {
  const done = new AbortController()
  try {
    return await Promise.race([
      read(),
      sleep(TIMEOUT_MS, undefined, { signal: done.signal }),
    ])
  } catch {
    return undefined
  } finally {
    done.abort()
  }
}

function isRevert(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false
  return error.walk((one) => one instanceof ContractFunctionRevertedError) !== null
}

/** Returns the error of a node that does not answer. */
export function unavailable(cause?: unknown): Problem {
  return new Problem('chain_unavailable', undefined, { cause, retryAfter: 5 })
}
