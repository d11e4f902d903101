import { Problem } from '@platemark/api/problem'
import { encodeCar } from '../../../files/car/encode-car.ts'
import type { Block } from '../../../files/car/write-blocks.ts'
import type { AppContext } from '../../../http/app-context.ts'
import { type ArchiveRow, findArchive } from '../queries/archives.ts'
import { readArt } from './read-art.ts'
import { writeArt } from './write-art.ts'

export type OpenArchive = Pick<ArchiveRow, 'name' | 'root'> & {
  size: number
  /** Makes the bytes, from the start at each call. */
  read(): AsyncGenerator<Uint8Array>
}

type Context = Pick<AppContext, 'database' | 'files' | 'clock'>

/**
 * Opens an archive by its ticket; the CAR file is made while it is read. Throws
 * `not_found`, also for a ticket that has ended.
 */
export async function openArchive(
  context: Context,
  { contract_id, ticket }: Pick<ArchiveRow, 'contract_id' | 'ticket'>,
): Promise<OpenArchive> {
  const row = await findArchive(context.database, contract_id)
  if (row?.ticket !== ticket || row.ticket_ends_at <= context.clock()) {
    throw new Problem('not_found', 'This link has expired. Prepare the files again.')
  }
  return openStored(context, row)
}

/** Opens a stored archive in the same way. Throws `not_found` where its works were changed. */
export async function openStored(
  { database, files }: Context,
  row: ArchiveRow,
): Promise<OpenArchive> {
  const art = await readArt(database, row)
  if (art.source_hash !== row.source_hash) {
    throw new Problem('not_found', 'The works changed. Prepare the files again.')
  }
  const { name, root, bytes } = row
  const read = () => encodeCar({ root, blocks: verify(writeArt(files, art), root) })
  return { name, root, size: Number(bytes), read }
}

/** Passes blocks on. Throws where they are not those of `root`. */
async function* verify(
  blocks: AsyncGenerator<Block, string>,
  root: string,
): AsyncGenerator<Block> {
  const found = yield* blocks
  if (found !== root) throw new Error(`root of the archive is ${found}, expected ${root}`)
}
