/** Milliseconds between two reads of the block that the index has. */
const POLL_MS = 1_000
/** Reads until the wait ends without the block: the page reads in intervals anyway. */
const MAX_READS = 60

/**
 * Resolves once the index has read `block`; `readBlock` returns the last block that it has. A read
 * that fails ends the wait too.
 */
export async function awaitBlock(
  block: bigint,
  readBlock: () => Promise<bigint>,
  pollMs = POLL_MS,
): Promise<void> {
  for (let reads = 0; reads < MAX_READS; reads += 1) {
    await new Promise((resolve) => setTimeout(resolve, pollMs))
    const indexed = await readBlock().catch(() => block)
    if (indexed >= block) return
  }
}
