/** Bytes of an answer, decompressed. A longer one is refused before it fills the memory. */
const MAX_BYTES = 1_048_576

/** Compresses bytes as zlib (RFC 1950). */
export function compress(
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  return transform(bytes, new CompressionStream('deflate'))
}

/** Decompresses zlib (RFC 1950). Throws for anything else, and beyond 1 MiB. */
export function decompress(
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  return transform(bytes, new DecompressionStream('deflate'))
}

async function transform(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader()
  const parts: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    length += value.length
    if (length > MAX_BYTES) {
      await reader.cancel()
      throw new Error(`text is longer than ${MAX_BYTES} bytes`)
    }
    parts.push(value)
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}
