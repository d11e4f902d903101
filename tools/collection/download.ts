import { createHash } from 'node:crypto'
import {
  createReadStream,
  createWriteStream,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { CommandError } from '../command-error.ts'

type Download = {
  /** Bytes of the whole file. */
  size: number
  sha256: string
  onProgress(bytes: number): void
}

/** Failures in a row after which a download ends; it goes on with the next run. */
const MAX_FAILURES = 5

/** Returns how many bytes of a download are there; 0 for none. */
export function findPart(path: string, sha256: string): number {
  return statSync(partPath(path, sha256), { throwIfNoEntry: false })?.size ?? 0
}

/**
 * Downloads a file to `path`, from the byte on up to which it was downloaded before (RFC 9110,
 * ranges). It gets its name once its hash is right. Throws `CommandError`.
 */
export async function downloadFile(
  url: URL,
  path: string,
  { size, sha256, onProgress }: Download,
): Promise<void> {
  const part = partPath(path, sha256)
  for (let failures = 0; findPart(path, sha256) < size; ) {
    const before = findPart(path, sha256)
    try {
      await downloadRest(url, part, before, onProgress)
    } catch (error) {
      if (error instanceof CommandError) throw error
      failures = findPart(path, sha256) > before ? 1 : failures + 1
      if (failures === MAX_FAILURES) {
        throw new CommandError(
          'The download broke off. Run this again. It continues where it stopped.',
        )
      }
      await pause(1000 * failures)
    }
  }
  if ((await hashFile(part)) !== sha256) {
    rmSync(part)
    throw new CommandError(
      'What was downloaded is not the file that the site wrote, and was deleted. Run this again.',
    )
  }
  renameSync(part, path)
}

async function downloadRest(
  url: URL,
  part: string,
  from: number,
  onProgress: (bytes: number) => void,
): Promise<void> {
  const response = await fetch(url, { headers: { range: `bytes=${from}-` } })
  if (response.status !== 206 && response.status !== 200) {
    throw new CommandError(
      `The site answered ${response.status} in place of the file. Run this again.`,
    )
  }
  // Without ranges the file begins anew.
  const isRest = response.status === 206
  let bytes = isRest ? from : 0
  const file = createWriteStream(part, { flags: isRest ? 'a' : 'w', mode: 0o600 })
  if (!response.body) return
  // Safe: the stream of fetch is the one that `Readable.fromWeb` reads.
  const body = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0])
  body.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    onProgress(bytes)
  })
  await pipeline(body, file)
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

function partPath(path: string, sha256: string): string {
  return `${path}.${sha256.slice(0, 8)}.part`
}
