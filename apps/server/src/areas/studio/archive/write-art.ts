import { Readable } from 'node:stream'
import {
  type Block,
  type BlockLink,
  writeBlocks,
} from '../../../files/car/write-blocks.ts'
import type { FileStore } from '../../../files/file-store.ts'
import { tokenName } from '../../metadata/service.ts'
import type { ArchivedWork } from '../queries/archives.ts'
import type { Art } from './read-art.ts'

/**
 * Yields the blocks of a set, the same ones for the same works, and returns the content identifier
 * of the whole: a folder `files` with `1.png` and `1-animation.mp4`, and a folder `metadata` with
 * the JSON of ERC-721 as `1`, whose images are addresses in `files`. `report` is called with the
 * number of works whose files were read. Throws `storage_unavailable`.
 */
export async function* writeArt(
  store: FileStore,
  art: Pick<Art, 'name' | 'description' | 'works'>,
  report: (readWorks: number) => void = () => {},
): AsyncGenerator<Block, string> {
  return yield* writeBlocks(async ({ addFile, addFolder }) => {
    const files = new Map<string, BlockLink>()
    const known = new Map<string, BlockLink>()
    for (const [index, work] of art.works.entries()) {
      for (const [name, stored] of fileNames(work)) {
        const link = known.get(stored) ?? (await addFile(readStored(store, stored)))
        known.set(stored, link)
        files.set(name, link)
      }
      report(index + 1)
    }
    const filesFolder = await addFolder(files)
    const metadata = new Map<string, BlockLink>()
    for (const work of art.works) {
      const text = describeToken(art, work, `ipfs://${filesFolder.cid}`)
      metadata.set(
        String(work.token_id),
        await addFile(Readable.from([Buffer.from(text)])),
      )
    }
    const folders = [
      ['files', filesFolder],
      ['metadata', await addFolder(metadata)],
    ] as const
    const { cid } = await addFolder(new Map(folders))
    return String(cid)
  })
}

/** Returns the files of a work: the name in the archive, and that in the store. */
function fileNames({
  token_id,
  file,
  animation_file,
}: ArchivedWork): [name: string, stored: string][] {
  return [
    ...(file === null ? [] : [nameFile(String(token_id), file)]),
    ...(animation_file === null
      ? []
      : [nameFile(`${token_id}-animation`, animation_file)]),
  ]
}

function nameFile(name: string, stored: string): [string, string] {
  return [`${name}${stored.slice(stored.lastIndexOf('.'))}`, stored]
}

/** Returns the metadata of a token, as this site serves it, with addresses on IPFS. */
function describeToken(
  { name, description }: Pick<Art, 'name' | 'description'>,
  work: ArchivedWork,
  folder: string,
): string {
  const id = String(work.token_id)
  const [image, animation] = fileNames(work).map(([file]) => `${folder}/${file}`)
  return JSON.stringify({
    name: work.name ?? tokenName({ kind: 'drop', name }, id),
    description: work.description ?? description,
    image,
    ...(animation !== undefined && { animation_url: animation }),
    ...(work.external_url !== null && { external_url: work.external_url }),
    attributes: work.attributes,
  })
}

async function* readStored(store: FileStore, name: string): AsyncGenerator<Uint8Array> {
  const file = await store.open(name)
  if (!file) throw new Error(`stored file is missing: ${name}`)
  try {
    yield* file.stream
  } finally {
    file.stream.destroy()
  }
}
