import * as z from 'zod/mini'
import { formatResult, hashText } from '../service/result-file.ts'
import { NotVerifiableError } from './facts.ts'
import { readEvents } from './read-events.ts'
import { connectTo } from './read-logs.ts'
import { recountFromEvents } from './recount-result.ts'
import { type ChainEvent, type ResultInputs, resultInputs } from './result-inputs.ts'

/** A row of a published result that the networks do not have, or the other way. */
export type DifferentRow = {
  /** Line of the file, the header being the first. */
  line: number
  /** Null: the file has no such line. */
  published: string | null
  counted: string | null
}

/** A published result beside the one that was counted from the networks. */
export type Verification = {
  rows: number
  published_sha256: string
  counted_sha256: string
  chains: { id: number; last_block: number; events: number }[]
  /** The first rows that differ; none: the files are the same. */
  differences: DifferentRow[]
}

const MAX_DIFFERENCES = 20

/** Reads the inputs of a result. Throws `NotVerifiableError` for another file. */
export function readInputs(text: string): ResultInputs {
  try {
    return resultInputs.parse(JSON.parse(text))
  } catch (error) {
    const [issue] = error instanceof z.core.$ZodError ? error.issues : []
    const place = issue ? ` (${issue.path.join('.')}: ${issue.message})` : ''
    throw new NotVerifiableError(
      `inputs.json is not the file of inputs of a result${place}.`,
    )
  }
}

/**
 * Counts a result anew from the networks alone, without any database, and compares it with the
 * published file byte by byte. `endpoints` has the URL of an RPC endpoint of each network. Joins,
 * guilds and lessons are read from the inputs: no network records them. Throws `NotVerifiableError`.
 */
export async function verifyResult(
  { inputs: text, published }: { inputs: string; published: string },
  endpoints: ReadonlyMap<number, string>,
): Promise<Verification> {
  const inputs = readInputs(text)
  const missing = inputs.chains.filter(({ id }) => !endpoints.has(id))
  if (missing.length > 0) {
    const ids = missing.map(({ id }) => id).join(', ')
    throw new NotVerifiableError(`Name an endpoint of each network: ${ids} are missing.`)
  }
  const events: ChainEvent[] = []
  const chains: Verification['chains'] = []
  for (const chain of inputs.chains) {
    const client = await connectTo(chain.id, endpoints.get(chain.id) ?? '')
    const found = await readEvents(client, chain)
    for (const event of found) events.push(event)
    chains.push({
      ...{ id: chain.id, last_block: chain.last_block ?? 0, events: found.length },
    })
  }
  const rows = recountFromEvents(inputs, events)
  const counted = formatResult(rows)
  return {
    rows: rows.length,
    published_sha256: hashText(published),
    counted_sha256: hashText(counted),
    chains,
    differences: compareLines(published, counted),
  }
}

function compareLines(published: string, counted: string): DifferentRow[] {
  const [before, after] = [published.split('\n'), counted.split('\n')]
  const found: DifferentRow[] = []
  for (let at = 0; at < Math.max(before.length, after.length); at += 1) {
    const [one = null, other = null] = [before[at], after[at]]
    if (one !== other) found.push({ line: at + 1, published: one, counted: other })
    if (found.length === MAX_DIFFERENCES) break
  }
  return found
}
