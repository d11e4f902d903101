import { createHash } from 'node:crypto'
import type { AppContext } from '../../../http/app-context.ts'
import type { ArchivedWork } from '../queries/archives.ts'
import type { Art } from './read-art.ts'
import { refuseMove } from './refuse-move.ts'
import { describeToken, fileNames, metadataPath } from './write-art.ts'

/** Milliseconds for one file: a gateway may have to find it first. */
const FILE_MS = 30_000

/** Bytes of metadata of one token. */
const MAX_METADATA = 1_000_000

type Sample = { art: Art; root: string; works: readonly ArchivedWork[] }

/**
 * Loads metadata and files of some works from the configured gateway of IPFS and compares them with
 * those here. Returns its host; null without a gateway. Throws `validation_failed` with a sentence
 * for each file that is missing there or differs.
 */
export async function checkGateway(
  { configuration }: Pick<AppContext, 'configuration'>,
  { art, root, works }: Sample,
): Promise<string | null> {
  const { ipfs_gateway_url: gateway } = configuration
  if (gateway === null) return null
  const { host } = new URL(gateway)
  const base = `${gateway.replace(/\/$/, '')}/ipfs/${root}/`
  const checks = works.flatMap((work) => [
    checkMetadata(base, art, work),
    ...fileNames(work).map(([name, stored]) => checkFile(base, `files/${name}`, stored)),
  ])
  const found = await Promise.all(checks)
  const problems = found.filter((problem) => problem !== undefined)
  if (problems.length > 0) refuseMove(...problems.map((problem) => `${host}: ${problem}`))
  return host
}

async function checkMetadata(base: string, art: Art, work: ArchivedWork) {
  const path = metadataPath(work)
  const bytes: Uint8Array[] = []
  let size = 0
  const failure = await load(base, path, (part) => {
    bytes.push(part)
    size += part.length
    return size <= MAX_METADATA
  })
  if (failure) return failure
  const text = Buffer.concat(bytes).toString('utf8')
  // The folder of the files has an address of its own, which the root fixes.
  const [, folder = ''] = /"image":"ipfs:\/\/(\w+)\//.exec(text) ?? []
  const isSame = text === describeToken(art, work, `ipfs://${folder}`)
  return isSame
    ? undefined
    : `${path} differs from the metadata on this site. Pin the current CAR file.`
}

async function checkFile(base: string, path: string, stored: string) {
  const hash = createHash('sha256')
  const failure = await load(base, path, (part) => {
    hash.update(part)
    return true
  })
  if (failure) return failure
  return hash.digest('hex') === stored.slice(0, 64)
    ? undefined
    : `${path} differs from the file on this site. Pin the current CAR file.`
}

/** Passes the bytes of a file to `take` until that returns false. Returns why there are none. */
async function load(
  base: string,
  path: string,
  take: (part: Uint8Array) => boolean,
): Promise<string | undefined> {
  try {
    const signal = AbortSignal.timeout(FILE_MS)
    const response = await fetch(`${base}${path}`, { signal })
    if (!response.ok || !response.body) {
      await response.body?.cancel()
      return `${path} is not there yet (status ${response.status}). Pin the CAR file and wait until it is found.`
    }
    for await (const part of response.body) if (!take(part)) break
    return undefined
  } catch {
    return `${path} could not be loaded. Pin the CAR file and wait until it is found.`
  }
}
