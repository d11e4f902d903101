import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** Writes a file's compressed forms, `.br` and `.gz`, beside it. */
export function compress(file: string): void {
  const bytes = readFileSync(file)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }))
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
}

/** Returns the total size of compressed files of a folder, in bytes of brotli. */
export function compressedSize(folder: string, files: string[]): number {
  const sizes = files.map((file) => readFileSync(join(folder, `${file}.br`)).length)
  return sizes.reduce((sum, size) => sum + size, 0)
}
