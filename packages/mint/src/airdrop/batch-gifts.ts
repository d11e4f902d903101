import type { Gift } from './gift.ts'

/** Kind of a collection, as far as gas depends on it. */
export type GiftKind = 'drop' | 'edition'

/**
 * Gas of one batch. A wallet adds up to a half to an estimate, and a transaction has at most
 * 16,777,216 (EIP-7825).
 */
const MAX_BATCH_GAS = 10_000_000n

/** Gifts of one batch: on some networks gas is no bound for the size of a transaction. */
const MAX_BATCH_GIFTS = 250

/** Gas of a transaction before its gifts. */
const BASE_GAS = 30_000n

/** Gas of a gift of one token, of each further one, and of each 64 of a long run. */
const giftGas = {
  drop: { first: 54_000n, further: 2_200n, run: 22_500n },
  edition: { first: 34_000n, further: 0n, run: 0n },
}

/** Tokens of a run that share a word of the contract's storage. */
const RUN_TOKENS = 64

/** Returns the gas that one batch may take on a network, by the gas limit of its blocks. */
export function maxBatchGas(blockGasLimit: bigint): bigint {
  const half = blockGasLimit / 2n
  return half < MAX_BATCH_GAS ? half : MAX_BATCH_GAS
}

/** Returns about how much gas a batch takes whose wallets are new to the collection. */
export function batchGas(gifts: readonly Gift[], kind: GiftKind): bigint {
  return gifts.reduce((sum, gift) => sum + gasOf(gift, kind), BASE_GAS)
}

function gasOf({ quantity }: Gift, kind: GiftKind): bigint {
  const { first, further, run } = giftGas[kind]
  const words = Math.floor((quantity - 1) / RUN_TOKENS)
  return first + further * BigInt(quantity - 1) + run * BigInt(words)
}

/** Returns the first gifts that fit into one batch, one at least. */
export function firstBatch(
  gifts: readonly Gift[],
  kind: GiftKind,
  maxGas: bigint,
): Gift[] {
  let gas = BASE_GAS
  let count = 0
  for (const gift of gifts) {
    gas += gasOf(gift, kind)
    if (count > 0 && (gas > maxGas || count >= MAX_BATCH_GIFTS)) break
    count += 1
  }
  return gifts.slice(0, count)
}

/** Splits gifts into batches in their order. */
export function listBatches(
  gifts: readonly Gift[],
  kind: GiftKind,
  maxGas: bigint,
): Gift[][] {
  const batches: Gift[][] = []
  for (let at = 0; at < gifts.length; ) {
    // No batch takes more, and copies of long rests would take time.
    const batch = firstBatch(gifts.slice(at, at + MAX_BATCH_GIFTS), kind, maxGas)
    batches.push(batch)
    at += batch.length
  }
  return batches
}
