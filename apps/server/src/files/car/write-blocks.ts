import * as UnixFS from '@ipld/unixfs'
import { withMaxChunkSize } from '@ipld/unixfs/file/chunker/fixed'
import { withWidth } from '@ipld/unixfs/file/layout/balanced'
import * as raw from 'multiformats/codecs/raw'
import { createBlockQueue } from './block-queue.ts'

/** Block of IPFS: bytes and their content identifier. */
export type Block = Pick<UnixFS.Block, 'cid' | 'bytes'>

/** File or folder among the blocks. */
export type BlockLink = UnixFS.DirectoryEntry['link']

/** Adds files and folders to the blocks; a folder after all that is in it. */
export type BlockWriter = {
  addFile(bytes: AsyncIterable<Uint8Array>): Promise<BlockLink>
  addFolder(entries: ReadonlyMap<string, BlockLink>): Promise<BlockLink>
}

/**
 * The parameters `unixfs-v1-2025` of IPIP-499, so that other programs find the same content
 * identifiers: CID version 1, SHA-256, raw leaves of 1 MiB, 1,024 links a node, and folders
 * above 256 KiB as a HAMT of 256 branches.
 */
const settings = UnixFS.configure({
  fileChunkEncoder: raw,
  smallFileEncoder: raw,
  chunker: withMaxChunkSize(2 ** 20),
  fileLayout: withWidth(1024),
})
const MAX_FOLDER_BYTES = 2 ** 18

/**
 * Yields the blocks of what `build` adds, always in the same order, and returns its result. Holds
 * a few blocks at a time. Throws what `build` and the sources of its files throw.
 */
export async function* writeBlocks<T>(
  build: (writer: BlockWriter) => Promise<T>,
): AsyncGenerator<Block, T> {
  const queue = createBlockQueue()
  const view = UnixFS.createWriter({
    writable: { getWriter: () => queue.writer },
    settings,
  })
  async function* whileRead(bytes: AsyncIterable<Uint8Array>) {
    for await (const chunk of bytes) {
      if (!queue.hasReader()) throw new Error('reader of blocks has left')
      yield chunk
    }
  }
  const building = build({
    addFile: (bytes) => addFile(view, whileRead(bytes)),
    addFolder: (entries) => addFolder(view, entries),
  }).finally(() => view.close())
  // Handled below, unless the reader leaves.
  building.catch(() => {})
  yield* queue.read()
  return building
}

async function addFile(
  view: UnixFS.View,
  bytes: AsyncIterable<Uint8Array>,
): Promise<BlockLink> {
  const file = UnixFS.createFileWriter(view)
  for await (const chunk of bytes) await file.write(chunk)
  return file.close()
}

async function addFolder(
  view: UnixFS.View,
  entries: ReadonlyMap<string, BlockLink>,
): Promise<BlockLink> {
  const links = [...entries].map(([name, link]) => toEntry(name, link))
  const { Directory: type } = UnixFS.NodeType
  const { length } = UnixFS.encode({ type, metadata: {}, entries: links })
  const folder =
    length > MAX_FOLDER_BYTES
      ? UnixFS.createShardedDirectoryWriter(view)
      : UnixFS.createDirectoryWriter(view)
  for (const [name, link] of entries) folder.set(name, link)
  return folder.close()
}

type FolderNode = Extract<
  Parameters<typeof UnixFS.encode>[0],
  { type: typeof UnixFS.NodeType.Directory }
>
type FolderEntry = FolderNode['entries'][number]

/** Returns a link as an entry of a folder. */
function toEntry(name: string, link: BlockLink): FolderEntry {
  // Safe: links to files and folders are encoded alike, and differ in a type without a value.
  return { name, ...link } as FolderEntry
}
