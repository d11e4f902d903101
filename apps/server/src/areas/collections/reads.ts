import type {
  Activity,
  CollectionChange,
  Holder,
  ReadMeta,
} from '@platemark/api/collection-reads'
import type { Resources } from '../../http/app-context.ts'
import { type Paging, readPage } from '../../http/pagination.ts'
import {
  filterOf,
  filterOfToken,
  ofToken,
  toActivity,
  toCollectionChange,
} from './activity.ts'
import { checksummed } from './cards.ts'
import {
  type EventFilter,
  type EventPlace,
  type EventRow,
  findEventPlace,
  listEventsOf,
} from './queries/activity.ts'
import {
  findHolder,
  type HolderPlace,
  type HolderRow,
  listHoldersOf,
} from './queries/holders.ts'
import { withStatementTimeout } from './queries/read-indexes.ts'
import { locate, type Place } from './service.ts'

type Page<Row> = { data: Row[]; meta: ReadMeta }

/** Pages by number that tell names: to get to a later one is work enough. */
const NAMED_PAGES = 200

/** Who holds a collection. Throws as `locate`, and `validation_failed`. */
export async function listHolders(
  resources: Resources,
  place: Place,
  paging: Paging,
): Promise<Page<Holder>> {
  const { row } = await locate(resources, place)
  const isNamed = (paging.page ?? 1) <= NAMED_PAGES
  const { rows, meta } = await withStatementTimeout(resources.database, (database) =>
    readPage<HolderPlace, HolderRow>(paging, row.holders, {
      parse: (cursor) => {
        const [, quantity, owner] = /^(\d{1,10})\.(0x[0-9a-f]{40})$/.exec(cursor) ?? []
        return quantity && owner ? { quantity: Number(quantity), owner } : undefined
      },
      tell: ({ quantity, owner }) => `${quantity}.${owner}`,
      find: (skipped) => findHolder(database, row.id, skipped),
      list: (from, limit) => listHoldersOf(database, row.id, from, { limit, isNamed }),
    }),
  )
  return { data: rows.map(toHolder), meta }
}

function toHolder({ owner, quantity, username, avatar_file }: HolderRow): Holder {
  return {
    address: checksummed(owner),
    name: username,
    avatar_url: avatar_file && `/files/${avatar_file}`,
    quantity,
  }
}

type ActivityQuery = Paging & {
  type?: Activity['type'] | undefined
  token_id?: string | undefined
}

/** What happened to a collection, or to one of its tokens. Throws as `listHolders`. */
export async function listActivity(
  resources: Resources,
  place: Place,
  { type, token_id, ...paging }: ActivityQuery,
): Promise<Page<Activity>> {
  const { row } = await locate(resources, place)
  const filter =
    token_id === undefined
      ? filterOf(type)
      : filterOfToken(row.kind === 'edition', token_id, type)
  const { rows, meta } = await readEvents(resources, row.id, filter, paging)
  const told = rows.map(toActivity)
  const data = token_id ? told.map((event) => ofToken(event, token_id)) : told
  return { data, meta }
}

/** What its owner changed of a collection. Throws as `listHolders`. */
export async function listChanges(
  resources: Resources,
  place: Place,
  paging: Paging,
): Promise<Page<CollectionChange>> {
  const { row } = await locate(resources, place)
  const { rows, meta } = await readEvents(resources, row.id, 'changes', paging)
  return { data: rows.flatMap((event) => toCollectionChange(event) ?? []), meta }
}

function readEvents(
  resources: Resources,
  id: string,
  filter: EventFilter,
  paging: Paging,
): Promise<{ rows: EventRow[]; meta: ReadMeta }> {
  return withStatementTimeout(resources.database, (database) =>
    readPage<EventPlace, EventRow>(paging, null, {
      parse: (cursor) => {
        const [, block, log] = /^(\d{1,15})\.(\d{1,9})$/.exec(cursor) ?? []
        return block && log
          ? { block_number: Number(block), log_index: Number(log) }
          : undefined
      },
      tell: ({ block_number, log_index }) => `${block_number}.${log_index}`,
      find: (skipped) => findEventPlace(database, id, filter, skipped),
      list: (from, limit) => listEventsOf(database, id, filter, from, limit),
    }),
  )
}
