import { Readable } from 'node:stream'
import {
  type Block,
  type BlockLink,
  writeBlocks,
} from '../../../files/car/write-blocks.ts'
import { type FileStore, readStored } from '../../../files/file-store.ts'
import { tokenName } from '../../metadata/service.ts'
import type { ArchivedWork } from '../queries/archives.ts'
import type { Art } from './read-art.ts'

/**
 * Yields the blocks of works, the same ones for the same works, and returns the content identifier
 * of the whole: a folder `files` with `1.png` and `1-animation.mp4`, and a folder `metadata` with
 * the JSON of ERC-721 as `1`, whose images are addresses in `files`. One work of all tokens is
 * `work.png` there, and its JSON the file `metadata.json`. `report` is called with the number of
 * works whose files were read. Throws `storage_unavailable`.
 */
export async function* writeArt(
  store: FileStore,
  art: Pick<Art, 'art' | 'name' | 'description' | 'works'>,
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
      const name = work.token_id === null ? SHARED_METADATA : String(work.token_id)
      metadata.set(name, await addFile(Readable.from([Buffer.from(text)])))
    }
    const described =
      art.art === 'one' ? metadata : new Map([['metadata', await addFolder(metadata)]])
    const { cid } = await addFolder(new Map([['files', filesFolder], ...described]))
    return String(cid)
  })
}

const SHARED_METADATA = 'metadata.json'

/** Returns the base URI of a contract whose metadata is that of the archive `root`. */
export function baseUriOfArt(art: Art['art'], root: string): string {
  return `ipfs://${root}/${art === 'one' ? SHARED_METADATA : 'metadata/'}`
}

/** Returns the path of the metadata of a work below the root of an archive. */
export function metadataPath({ token_id }: Pick<ArchivedWork, 'token_id'>): string {
  return token_id === null ? SHARED_METADATA : `metadata/${token_id}`
}

/** Returns the files of a work: the name in the archive, and that in the store. */
export function fileNames({
  token_id,
  file,
  animation_file,
}: ArchivedWork): [name: string, stored: string][] {
  const name = String(token_id ?? 'work')
  return [
    ...(file === null ? [] : [nameFile(name, file)]),
    ...(animation_file === null ? [] : [nameFile(`${name}-animation`, animation_file)]),
  ]
}

function nameFile(name: string, stored: string): [string, string] {
  return [`${name}${stored.slice(stored.lastIndexOf('.'))}`, stored]
}

/**
 * Returns the metadata of a token, as this site serves it, with addresses on IPFS. Without a token
 * the name is that of the collection.
 */
export function describeToken(
  { name, description }: Pick<Art, 'name' | 'description'>,
  work: ArchivedWork,
  folder: string,
): string {
  const [image, animation] = fileNames(work).map(([file]) => `${folder}/${file}`)
  return JSON.stringify({
    name: workName({ name }, work),
    description: work.description ?? description,
    image,
    ...(animation !== undefined && { animation_url: animation }),
    ...(work.external_url !== null && { external_url: work.external_url }),
    attributes: work.attributes,
  })
}

/** Returns the name of a work in its metadata: without a token that of the collection. */
export function workName(
  { name }: Pick<Art, 'name'>,
  work: Pick<ArchivedWork, 'name' | 'token_id'>,
): string {
  const { token_id } = work
  if (work.name !== null) return work.name
  return token_id === null ? name : tokenName({ kind: 'drop', name }, String(token_id))
}
