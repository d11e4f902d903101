import { Problem } from '@platemark/api/problem'
import { commitToOrder, type RevealCommitment } from '@platemark/rules/reveal-commitment'
import { findChangedWorks, type RevealFile } from '@platemark/rules/reveal-file'
import type { TaskOwner } from '../../../bounded-queue.ts'
import { runInWorker } from '../../../worker-task.ts'
import type { StoredManifest } from './read-manifest.ts'

/** Input that opens a commitment: a secret, and the file that it came from. */
export type Opening = {
  secret: RevealCommitment['commitment']
  file: RevealFile | undefined
}

export type OpeningTask = {
  opening: Opening
  manifest: StoredManifest
  /** Commitment on the chain. */
  commitment: string
}

/** Characters of a manifest up to which hashing does not block other requests noticeably. */
const MAX_INLINE_CHARACTERS = 65_536

/**
 * Opens a commitment as `openCommitment` does, in a worker thread if the set is large: the hashes
 * of 10,000 works take 40 to 200 ms. Throws its problems, `busy` and `too_many_requests`.
 */
export async function openCommitmentOffThread(
  task: OpeningTask,
  owner: TaskOwner,
): Promise<RevealCommitment> {
  if (task.manifest.text.length <= MAX_INLINE_CHARACTERS) return openCommitment(task)
  const file = new URL('./open-commitment-worker.ts', import.meta.url)
  // Safe: the worker returns the result of `openCommitment`.
  return (await runInWorker(file, task, { owner })) as RevealCommitment
}

/**
 * Returns the order that a secret fixes. Throws `validation_failed` with a sentence on the secret
 * or the works where it does not open the commitment.
 */
export function openCommitment({
  opening: { secret, file },
  manifest: { text, set_hash },
  commitment,
}: OpeningTask): RevealCommitment {
  const opened = commitToOrder(text, secret)
  if (opened.commitment === commitment) return opened
  if (!file) {
    refuseReveal({
      secret:
        'This secret does not open the commitment with these works: the secret is another, or the works were changed.',
    })
  }
  const changed =
    findChangedWorks(file, text) ??
    `The works are not the ones that were committed to: their hash is ${shortenHash(set_hash)}, and the reveal file was made for ${shortenHash(file.set_hash)}. Upload them as they were, in the same order.`
  refuseReveal({ works_of: changed })
}

/** Returns the first and last digits of a hash. */
export function shortenHash(hash: string): string {
  return `${hash.slice(0, 10)}…${hash.slice(-4)}`
}

/** Throws `validation_failed` with a sentence for each field. */
export function refuseReveal(sentences: Record<string, string>): never {
  const fields = Object.fromEntries(
    Object.entries(sentences).map(([field, sentence]) => [field, [sentence]]),
  )
  throw new Problem('validation_failed', undefined, { fields })
}
