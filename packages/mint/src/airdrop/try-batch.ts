import { collectionAbi } from '@platemark/abi/collection'
import { type Address, decodeFunctionResult, encodeFunctionData, type Hex } from 'viem'
import { parseQuantity, readContract } from '../read-contract.ts'
import { nodeFailed, toRefusal } from '../refusal.ts'
import { type BlockTag, findRevertData, isHexData, isRecord, type Rpc } from '../rpc.ts'
import { maxBatchGas } from './batch-gifts.ts'
import { type Gift, type RefusedGift, sumGifts } from './gift.ts'

export type TryOptions = {
  rpc: Rpc
  /** The owner, who sends it. */
  account: Address
  contract: Address
  blockTag: BlockTag
  maxGas: bigint
}

/** Gifts that one transaction can make, with its gas, and those that can not be made. */
export type TriedBatch = { gifts: Gift[]; gas: bigint; refused: RefusedGift[] }

/** Returns the call data of an airdrop. */
export function airdropData(gifts: readonly Gift[]): Hex {
  return encodeFunctionData({
    abi: collectionAbi,
    functionName: 'airdrop',
    args: [
      gifts.map(({ address }) => address),
      gifts.map(({ quantity }) => BigInt(quantity)),
    ],
  })
}

/**
 * Tries a batch on the chain before it is signed: gifts that the contract refuses are found by
 * halving and named, and the batch of all others is shortened until its gas fits. `refused` may
 * hold gifts behind those of `gifts`. Rejects with a `NodeError` where the contract refuses any
 * airdrop of this account, and where no node answers.
 */
export async function tryBatch(
  gifts: readonly Gift[],
  options: TryOptions,
): Promise<TriedBatch> {
  // An empty airdrop shows what concerns the account and not its gifts.
  await callAirdrop([], options).catch(nodeFailed)
  const fitting = await fitSupply(gifts, options)
  const split = await splitGifts(fitting.gifts, options)
  const refused = [...fitting.refused, ...split.refused]
  let accepted = split.gifts
  while (accepted.length > 0) {
    const gas = await estimateGas(accepted, options)
    if (gas !== null && (gas <= options.maxGas || accepted.length === 1)) {
      return { gifts: accepted, gas, refused }
    }
    if (accepted.length === 1) {
      const refusal = { kind: 'reverted', error: null } as const
      return {
        gifts: [],
        gas: 0n,
        refused: [...refused, ...accepted.map((gift) => ({ gift, refusal }))],
      }
    }
    accepted = accepted.slice(0, Math.ceil(accepted.length / 2))
  }
  return { gifts: [], gas: 0n, refused }
}

/** Leaves out the gifts for which too little of the supply is left; smaller ones go on. */
async function fitSupply(
  gifts: readonly Gift[],
  { rpc, contract, blockTag }: TryOptions,
): Promise<{ gifts: Gift[]; refused: RefusedGift[] }> {
  const { left } = await readAirdropTerms(rpc, contract, blockTag).catch(nodeFailed)
  if (left === null || sumGifts(gifts) <= left) return { gifts: [...gifts], refused: [] }
  const fitting: Gift[] = []
  const refused: RefusedGift[] = []
  let free = left
  for (const gift of gifts) {
    if (gift.quantity > free) {
      refused.push({ gift, refusal: { kind: 'too_few_left', left: free } })
      continue
    }
    free -= gift.quantity
    fitting.push(gift)
  }
  return { gifts: fitting, refused }
}

/** State of a contract that an airdrop depends on. */
export type AirdropTerms = {
  owner: Address
  isPaused: boolean
  /** Tokens that can still be created; null without a cap. */
  left: number | null
}

/** Reads the terms of an airdrop. Rejects like `rpc`. */
export async function readAirdropTerms(
  rpc: Rpc,
  contract: Address,
  blockTag: BlockTag,
): Promise<AirdropTerms> {
  const { owner, isPaused, minted, maxSupply } = await readContract(
    rpc,
    contract,
    blockTag,
    { abi: collectionAbi, functionName: 'overview', args: [] },
  )
  const left = maxSupply === 0n ? null : Number(maxSupply - minted)
  return { owner, isPaused, left }
}

/** Reads the gas that one batch may take. Rejects like `rpc`. */
export async function readMaxGas(rpc: Rpc): Promise<bigint> {
  const block = await rpc('eth_getBlockByNumber', ['latest', false])
  if (!isRecord(block)) throw new TypeError('rpc result is not a block')
  return maxBatchGas(parseQuantity(block.gasLimit))
}

/** Finds the gifts that the contract refuses or skips, by halving. */
async function splitGifts(
  gifts: readonly Gift[],
  options: TryOptions,
): Promise<{ gifts: Gift[]; refused: RefusedGift[] }> {
  if (gifts.length === 0) return { gifts: [], refused: [] }
  const answer = await callAirdrop(gifts, options).catch((error: unknown) => {
    if (!isRefusal(error)) return nodeFailed(error)
    return error
  })
  if (Array.isArray(answer)) {
    const skipped = gifts.filter((_, at) => answer[at] === false)
    return {
      gifts: gifts.filter((_, at) => answer[at] !== false),
      refused: skipped.map((gift) => ({ gift, refusal: { kind: 'not_received' } })),
    }
  }
  const [only] = gifts
  if (gifts.length === 1 && only) {
    const refusal = toRefusal(answer, collectionAbi)
    const error = refusal.kind === 'contract' ? refusal.error : null
    return { gifts: [], refused: [{ gift: only, refusal: { kind: 'reverted', error } }] }
  }
  const half = Math.ceil(gifts.length / 2)
  const one = await splitGifts(gifts.slice(0, half), options)
  const other = await splitGifts(gifts.slice(half), options)
  return {
    gifts: [...one.gifts, ...other.gifts],
    refused: [...one.refused, ...other.refused],
  }
}

/** Simulates an airdrop: for each gift, whether its wallet gets it. Rejects like `rpc`. */
async function callAirdrop(
  gifts: readonly Gift[],
  { rpc, account, contract, blockTag }: TryOptions,
): Promise<readonly boolean[]> {
  const data = airdropData(gifts)
  const result = await rpc('eth_call', [{ from: account, to: contract, data }, blockTag])
  if (!isHexData(result) || result === '0x') {
    throw new TypeError(`address has no collection contract: ${contract}`)
  }
  return decodeFunctionResult({
    abi: collectionAbi,
    functionName: 'airdrop',
    data: result,
  })
}

/** Returns the gas of an airdrop; null where it cannot be mined. */
async function estimateGas(
  gifts: readonly Gift[],
  { rpc, account, contract }: TryOptions,
): Promise<bigint | null> {
  const call = { from: account, to: contract, data: airdropData(gifts) }
  const answer = await rpc('eth_estimateGas', [call]).catch((error: unknown) => {
    if (!isRefusal(error)) return nodeFailed(error)
    return null
  })
  return answer === null ? null : parseQuantity(answer)
}

/** Returns whether a node ran the call and it failed, for its gas too. */
export function isRefusal(error: unknown): boolean {
  if (findRevertData(error)) return true
  for (let each = error, depth = 0; isRecord(each) && depth < 10; depth += 1) {
    if (
      /revert|out of gas|gas required exceeds|opcode|stack|jump/i.test(
        String(each.message),
      )
    )
      return true
    each = each.cause
  }
  return false
}
