import { collectionAbi } from '@platemark/abi/collection'
import { collectionFactoryAbi } from '@platemark/abi/collection-factory'
import { commitToOrder, type RevealCommitment } from '@platemark/rules/reveal-commitment'
import { type Address, encodeFunctionData, type Hex, keccak256, toHex } from 'viem'
import type { TaskOwner } from '../../../bounded-queue.ts'
import { runInWorker } from '../../../worker-task.ts'
import type { PlannedCreation } from '../plan-creation.ts'
import type { StoredManifest } from '../reveal/read-manifest.ts'
import { createCollection, readOverview } from './deploy-collection.ts'
import type { ThrowawayChain } from './throwaway-chain.ts'

/** Secret of a rehearsal: that of the creator stays with the creator until the reveal. */
const SECRET = keccak256(toHex('secret of a rehearsal'))

/** Characters of a manifest up to which hashing does not block other requests noticeably. */
const MAX_INLINE_CHARACTERS = 65_536

/**
 * Makes the collection once more with a commitment of the rehearsal to the same works, and reveals
 * it: a wrong secret must be refused, and the right one accepted.
 */
export async function revealSet(
  chain: ThrowawayChain,
  { params, salt, creator, factory }: PlannedCreation,
  { manifest, owner, time }: { manifest: StoredManifest; owner: TaskOwner; time: number },
): Promise<{ works: number; is_revealed: boolean }> {
  const { order, manifestHash, commitment } = await commitOffThread(manifest, owner)
  const committed = { ...params, provenanceHash: commitment }
  const at = { abi: collectionFactoryAbi, address: factory } as const
  const address = await chain.client.readContract({
    ...{ ...at, functionName: 'predict', args: [committed, creator, salt] },
  })
  const data = encodeFunctionData({
    ...{ ...at, functionName: 'create', args: [committed, salt, BigInt(time)] },
  })
  const creation = { from: creator, to: factory, data, address }
  const isCreated = await createCollection(chain, time, creation)
  const reveal = revealCall({ from: creator, to: address }, params.baseUri, manifestHash)
  const [wrong] = await chain.mineAt(time + 1, [reveal(keccak256(SECRET))])
  const [right] = await chain.mineAt(time + 2, [reveal(SECRET)])
  const isOpened = wrong?.isSuccess === false && right?.isSuccess === true
  const is_revealed =
    isCreated && isOpened && (await isRevealedAs(chain, address, manifestHash))
  return { works: order.length, is_revealed }
}

function revealCall(
  place: { from: Address; to: Address },
  baseUri: Hex,
  manifestHash: Hex,
) {
  return (secret: Hex) => ({
    ...place,
    data: encodeFunctionData({
      ...{ abi: collectionAbi, functionName: 'reveal' },
      args: [baseUri, manifestHash, secret],
    }),
  })
}

async function isRevealedAs(chain: ThrowawayChain, address: Address, hash: Hex) {
  const { isRevealed, manifestHash } = await readOverview(chain, address)
  return isRevealed && manifestHash === hash
}

async function commitOffThread(
  { text }: StoredManifest,
  owner: TaskOwner,
): Promise<RevealCommitment> {
  if (text.length <= MAX_INLINE_CHARACTERS) return commitToOrder(text, SECRET)
  const file = new URL('./commit-worker.ts', import.meta.url)
  const input: CommitTask = { text, secret: SECRET }
  // Safe: the worker returns the result of `commitToOrder`.
  return (await runInWorker(file, input, { owner })) as RevealCommitment
}

/** Input of the worker: manifest of a set, and the secret that orders it. */
export type CommitTask = { text: string; secret: Hex }
