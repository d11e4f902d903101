import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A fault in the follower that the simulation must find. */
export type Plant = {
  /** What is wrong. */
  name: string
  edits: Edit[]
  /** Seeds that are tried, one after the other, until it is found. */
  seeds: number[]
}

type Edit = { file: string; find: string; replace: string }

const follower = (file: string, find: string, replace: string): Edit => ({
  file: `apps/server/src/follower/${file}`,
  find,
  replace,
})
const collections = (file: string, find: string, replace: string): Edit => ({
  file: `apps/server/src/areas/collections/${file}`,
  find,
  replace,
})

export const plants: Plant[] = [
  {
    name: 'cursor and blocks are saved before the rows, outside their transaction',
    edits: [
      follower(
        'write-range.ts',
        '  await transact(following, async (transaction) => {\n    const options',
        '  await insertBlocks(following.database, chain.id, isDeep && isConfirmed ? [last] : blocks)\n  await saveCursor(following.database, chain.id, cursor, head.number, clock())\n  following.cursor = cursor\n  await transact(following, async (transaction) => {\n    const options',
      ),
    ],
    seeds: [1, 2, 4, 5],
  },
  {
    name: 'rows, aggregates and cursor are not one transaction',
    edits: [
      follower(
        'write-range.ts',
        'await database.transaction().execute(async (transaction) => {',
        'await database.connection().execute(async (transaction) => {',
      ),
    ],
    seeds: [1, 2, 4, 5],
  },
  {
    name: 'the first replaced block is not taken back',
    edits: [
      follower(
        'reorganise.ts',
        'await projection.revert(transaction, chain, block?.number ?? -1, clock())',
        'await projection.revert(transaction, chain, (block?.number ?? -1) + 1, clock())',
      ),
    ],
    seeds: [3, 1, 2],
  },
  {
    name: 'the second reading is not compared with the first',
    edits: [
      follower(
        'confirm.ts',
        '  if (difference !== undefined) {\n    await goBackTo(',
        '  if (difference === -1) {\n    await goBackTo(',
      ),
    ],
    seeds: [1, 3, 2, 4, 6, 5],
  },
  {
    name: 'the digest of a block ignores what its logs say',
    edits: [
      follower('digest.ts', "topics.join(',')", 'topics.length'),
      follower('digest.ts', 'topics, data } = log', "topics } = log\n  const data = ''"),
    ],
    seeds: [3, 6, 9, 12, 1, 4],
  },
  {
    name: 'the witness may be who told the blocks first',
    edits: [
      follower(
        'confirm.ts',
        'endpoints.ask(work, { signal, besides })',
        'endpoints.ask(work, { signal })',
      ),
    ],
    seeds: [1, 2, 4, 5, 7, 8],
  },
  {
    name: 'everything up to the head counts as confirmed',
    edits: [
      follower(
        'confirm.ts',
        'Math.min(cursor.number, head.number - chain.confirmations)',
        'Math.min(cursor.number, head.number)',
      ),
      follower(
        'confirm.ts',
        'const deepest = head.number - chain.confirmations',
        'const deepest = head.number + 0 * chain.confirmations',
      ),
      follower(
        'confirm.ts',
        'return (found?.answer.number ?? 0) - following.chain.confirmations >= number',
        'return (found?.answer.number ?? 0) >= number',
      ),
    ],
    seeds: [1, 2, 3, 4],
  },
  {
    name: 'the first logs of a new collection are not read',
    edits: [
      follower(
        'read-logs.ts',
        'if (children.length === 0) return logs',
        'if (children.length >= 0) return logs',
      ),
    ],
    seeds: [3, 1, 2],
  },
  {
    name: 'a block is left out between two batches',
    edits: [
      follower(
        'write-range.ts',
        'after: { ...range, blocks: range.blocks.slice(blocks), logs: range.logs.slice(logs) },',
        'after: { ...range, blocks: range.blocks.slice(blocks + 1), logs: range.logs.slice(logs + (range.blocks[blocks]?.logs ?? 0)) },',
      ),
    ],
    seeds: [3, 1, 2],
  },
  {
    name: 'mints are left behind when they are taken back',
    edits: [
      collections(
        'queries/events.ts',
        "['mints', 'events'] as const",
        "['events'] as const",
      ),
    ],
    seeds: [3, 1, 2],
  },
  {
    name: 'minters keep what they minted when it is taken back',
    edits: [
      collections(
        'ledger/mints.ts',
        'const quantity = (known?.quantity ?? 0) - facts.quantity',
        'const quantity = known?.quantity ?? 0',
      ),
    ],
    seeds: [3, 1, 2],
  },
]

/** Plants a fault into a copy of the repository. Throws unless each text is there once. */
export function plant({ name, edits }: Plant, copy: string): void {
  for (const { file, find, replace } of edits) {
    const path = join(copy, file)
    const parts = readFileSync(path, 'utf8').split(find)
    if (parts.length !== 2) {
      throw new Error(
        `${name}: ${file} has ${parts.length - 1} times what is replaced: ${find}`,
      )
    }
    writeFileSync(path, parts.join(replace))
  }
}
