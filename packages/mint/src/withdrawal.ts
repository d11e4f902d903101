import { payoutsAbi } from '@platemark/abi/payouts'
import { royaltySplitAbi } from '@platemark/abi/royalty-split'
import { isSameAddress } from '@platemark/rules/addresses'
import {
  type Address,
  decodeFunctionResult,
  encodeEventTopics,
  encodeFunctionData,
  type Hex,
} from 'viem'
import { estimateCallFee, type NetworkFee } from './network-fee.ts'
import { parseQuantity, tryRpc } from './read-contract.ts'
import { readLogs } from './read-logs.ts'
import type { TransactionReceipt } from './receipt.ts'
import { type BlockTag, isHexData, type Rpc } from './rpc.ts'
import type { NetworkStack } from './stack-fee.ts'

/**
 * Collections and royalty splits that one transaction pays from: some 50,000 gas each stay below
 * the limit of 16,777,216 that a transaction has (EIP-7825).
 */
export const MAX_RELEASES = 200

/** Amounts that one transaction would pay an account, as a node computed them. */
export type Withdrawal = {
  /** Calldata for `Payouts`, with only the contracts that pay. */
  data: Hex
  /** Wei that arrive. */
  amountWei: bigint
  /** Contracts that owe money and cannot pay it, because the account refuses it. */
  refused: Address[]
  fee: NetworkFee
}

type WithdrawalNeeds = {
  payouts: Address
  account: Address
  /** Collections and royalty splits that owe something; at most `MAX_RELEASES`. */
  contracts: readonly Address[]
  blockTag: BlockTag
  stack: NetworkStack
}

/**
 * Tries to withdraw all that contracts owe an account, without a transaction, and estimates its
 * network fee. A contract that cannot pay is left out, as it would cost gas and pay nothing.
 * Rejects like `rpc`.
 */
export async function planWithdrawal(
  rpc: Rpc,
  needs: WithdrawalNeeds,
): Promise<Withdrawal> {
  const { payouts, account, contracts, blockTag, stack } = needs
  const call = { from: account, to: payouts, data: encodeReleaseMany(contracts, account) }
  const result = await rpc('eth_call', [call, blockTag])
  if (!isHexData(result) || result === '0x') {
    throw new TypeError(`address has no payouts contract: ${payouts}`)
  }
  const amounts = decodeFunctionResult({ ...releaseMany, data: result })
  const paying = contracts.filter((_, index) => (amounts[index] ?? 0n) > 0n)
  const data = encodeReleaseMany(paying, account)
  const [last] = paying.slice(-1)
  const gas = last ? await estimateGas(rpc, { ...call, data }, last) : 0n
  return {
    data,
    amountWei: amounts.reduce((sum, amount) => sum + amount, 0n),
    refused: contracts.filter((contract) => !paying.includes(contract)),
    fee: await estimateCallFee(rpc, { ...call, data }, { stack, gas }),
  }
}

const releaseMany = { abi: payoutsAbi, functionName: 'releaseMany' } as const

/** Returns the calldata for `Payouts` that pays all that contracts owe an account. */
export function encodeReleaseMany(contracts: readonly Address[], account: Address): Hex {
  return encodeFunctionData({ ...releaseMany, args: [contracts, account] })
}

/** Gas that `Payouts` demands to be left before each release, and uses a part of. */
const GAS_PER_RELEASE = 310_000n

/** Gas of any transaction. */
const BASE_GAS = 21_000n

/** Gas of a release where no node estimates it. */
const USUAL_GAS = 60_000n

/**
 * Estimates the gas that a withdrawal uses. Nodes estimate the limit that it needs, which is
 * larger: before the last release `GAS_PER_RELEASE` must be left.
 */
async function estimateGas(
  rpc: Rpc,
  call: { from: Address; to: Address; data: Hex },
  last: Address,
): Promise<bigint> {
  const args = [call.from] as const
  const data = encodeFunctionData({
    ...{ abi: royaltySplitAbi, functionName: 'release', args },
  })
  const [limit, single] = await Promise.all([
    rpc('eth_estimateGas', [call]).then(parseQuantity),
    rpc('eth_estimateGas', [{ from: call.from, to: last, data }]).then(
      parseQuantity,
      () => BASE_GAS + USUAL_GAS,
    ),
  ])
  const used = limit - GAS_PER_RELEASE + single - BASE_GAS
  return used > single && used < limit ? used : limit
}

/** Payments to an account, in wei or the smallest unit of the token. */
type ReleasedNeeds = {
  account: Address
  /** The contracts that may have paid: events of others are ignored. */
  contracts: readonly Address[]
  /** ERC-20 that was paid out; absent: the coin of the network. */
  token?: Address | undefined
}

/** Returns what a transaction paid an account from given collections and royalty splits. */
export function sumReleased(
  { logs }: TransactionReceipt,
  { account, contracts, token }: ReleasedNeeds,
): bigint {
  const topics = releasedTopics(account, token)
  return logs
    .filter(({ address }) => contracts.some((one) => isSameAddress(one, address)))
    .filter((log) => topics.every((topic, index) => topic === log.topics[index]))
    .reduce((sum, { data }) => sum + BigInt(data), 0n)
}

/** Contracts whose logs are searched for a payment; one transaction pays from all of them. */
const MAX_SEARCHED = 5

/**
 * Finds the receipt of a withdrawal by its payment: a wallet of several signers returns a hash that
 * no node ever knows, and a page that was left does not get the hash. Rejects like `rpc`.
 */
export async function findWithdrawal(
  rpc: Rpc,
  { account, contracts, token }: ReleasedNeeds,
  sinceBlock: bigint,
): Promise<TransactionReceipt | undefined> {
  const filters = [releasedTopics(account, token)]
  const range = {
    from: sinceBlock + 1n,
    to: parseQuantity(await rpc('eth_blockNumber', [])),
  }
  for (const contract of contracts.slice(0, MAX_SEARCHED)) {
    for await (const { logs } of readLogs(rpc, { contract, filters, ...range })) {
      const [log] = logs
      if (!log) continue
      const params = [log.transactionHash]
      const method = 'eth_getTransactionReceipt'
      return (await tryRpc<TransactionReceipt>(rpc, method, params)) ?? undefined
    }
  }
  return undefined
}

function releasedTopics(account: Address, token: Address | undefined): Hex[] {
  const topics = token
    ? encodeEventTopics({
        ...{ abi: royaltySplitAbi, eventName: 'TokenReleased', args: { token, account } },
      })
    : encodeEventTopics({
        ...{ abi: royaltySplitAbi, eventName: 'Released', args: { account } },
      })
  // Safe: every argument is given, and each is one value.
  return topics as Hex[]
}
