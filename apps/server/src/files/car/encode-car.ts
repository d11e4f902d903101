import { createWriter, headerLength } from '@ipld/car/buffer-writer'
import { CID, varint } from 'multiformats'
import type { Block } from './write-blocks.ts'

/** A CAR file that is made while it is read. */
type CarSource = {
  /** Content identifier of the whole, as text. */
  root: string
  blocks: AsyncIterable<Block>
}

/** Yields the bytes of a CAR file of version 1. Throws what the blocks throw. */
export async function* encodeCar({
  root,
  blocks,
}: CarSource): AsyncGenerator<Uint8Array> {
  yield encodeHeader(root)
  for await (const { cid, bytes } of blocks) {
    const length = cid.bytes.length + bytes.length
    const prefix = new Uint8Array(varint.encodingLength(length) + cid.bytes.length)
    varint.encodeTo(length, prefix)
    prefix.set(cid.bytes, varint.encodingLength(length))
    yield prefix
    yield bytes
  }
}

/** Returns how many bytes a block takes in a CAR file. */
export function measureBlock({ cid, bytes }: Block): number {
  const length = cid.bytes.length + bytes.length
  return varint.encodingLength(length) + length
}

/** Returns how many bytes a CAR file with this root has before its blocks. */
export function measureHeader(root: string): number {
  return encodeHeader(root).length
}

function encodeHeader(root: string): Uint8Array {
  // Safe: the library has identifiers of a later version, which differ in their types alone.
  const roots = [CID.parse(root)] as unknown as Parameters<
    typeof headerLength
  >[0]['roots']
  return createWriter(new ArrayBuffer(headerLength({ roots })), { roots }).close()
}
