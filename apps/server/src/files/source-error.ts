import { createHash } from 'node:crypto'
import { hashOfName, isContentName } from './file-name.ts'

/** Failure of the bytes to store, which is none of the store. */
export class SourceError extends Error {
  override readonly name: string = 'SourceError'
}

/** The bytes to store are not those that their name states. */
export class DamagedSourceError extends SourceError {
  override readonly name = 'DamagedSourceError'
}

/**
 * Passes on the bytes to store under `name`. Throws `SourceError` where they cannot be read,
 * and `DamagedSourceError` before their end where `name` is that of other bytes.
 */
export async function* verifyContent(
  name: string,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const found = createHash('sha256')
  try {
    for await (const chunk of bytes) {
      found.update(chunk)
      yield chunk
    }
  } catch (cause) {
    throw new SourceError(`source of ${name} cannot be read`, { cause })
  }
  if (isContentName(name) && found.digest('hex') !== hashOfName(name)) {
    throw new DamagedSourceError(`source of ${name} has other bytes`)
  }
}
