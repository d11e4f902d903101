import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { NotVerifiableError } from '../../apps/server/src/areas/campaigns/verify/facts.ts'
import {
  type DifferentRow,
  type Verification,
  verifyResult,
} from '../../apps/server/src/areas/campaigns/verify/verify-result.ts'
import { CommandError } from '../command-error.ts'

/** A result to check, and the endpoints of its networks by chain id. */
type VerifyCampaign = { source: string; endpoints: ReadonlyMap<number, string> }

/**
 * Counts the result of a campaign from its networks, and prints whether the published file is the
 * same. Throws `CommandError` with the rows that differ.
 */
export async function verifyCampaign(
  { source, endpoints }: VerifyCampaign,
  { isJson }: { isJson: boolean },
  print: (line: string) => void,
): Promise<void> {
  const files = await readFiles(source)
  const found = await verify(files, endpoints)
  const isSame = found.differences.length === 0
  if (isJson) print(JSON.stringify(found, null, 2))
  else print(listFacts(found).join('\n'))
  if (!isSame) {
    throw new CommandError(
      `The published result is not the one of the networks:\n${found.differences.map(describeRow).join('\n')}`,
    )
  }
}

async function verify(
  files: { inputs: string; published: string },
  endpoints: ReadonlyMap<number, string>,
): Promise<Verification> {
  try {
    return await verifyResult(files, endpoints)
  } catch (error) {
    if (error instanceof NotVerifiableError) throw new CommandError(error.message)
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : ''
    throw new CommandError(`The networks could not be read: ${reason}`)
  }
}

/** Reads `inputs.json` and `result.csv` from a folder, or below the URL of a campaign. */
async function readFiles(source: string): Promise<{ inputs: string; published: string }> {
  const [inputs, published] = await Promise.all(
    ['inputs.json', 'result.csv'].map((name) => readOne(source, name)),
  )
  return { inputs: inputs ?? '', published: published ?? '' }
}

async function readOne(source: string, name: string): Promise<string> {
  if (!/^https?:\/\//.test(source)) {
    try {
      return readFileSync(join(source, name), 'utf8')
    } catch {
      throw new CommandError(
        `${source} has no ${name}: name a folder with inputs.json and result.csv of a campaign, or its URL like https://mint.example.org/api/campaigns/ALIAS.`,
      )
    }
  }
  const url = `${source.replace(/\/$/, '')}/${name}`
  const response = await fetch(url).catch(() => undefined)
  if (response?.ok) return response.text()
  throw new CommandError(
    response?.status === 404
      ? `${url} does not exist: the result is not final yet, or there is no such campaign.`
      : `${url} cannot be read right now.`,
  )
}

function listFacts(found: Verification): string[] {
  const { rows, published_sha256, counted_sha256, chains } = found
  const read = chains.map(
    ({ id, last_block, events }) =>
      `Network ${id}: ${events.toLocaleString('en')} events up to block ${last_block}.`,
  )
  const isSame = published_sha256 === counted_sha256
  return [
    ...read,
    `Published  ${published_sha256}`,
    `Counted    ${counted_sha256}`,
    ...(isSame
      ? [
          `Same: ${rows.toLocaleString('en')} rows. Joins, teams and lessons are as inputs.json has them.`,
        ]
      : []),
  ]
}

function describeRow({ line, published, counted }: DifferentRow): string {
  return `  line ${line}: published ${published || 'nothing'}, counted ${counted || 'nothing'}`
}
