import type {
  Activity,
  CollectionChange,
  Holder,
  ReadMeta,
} from '@platemark/api/collection-reads'
import type { Chain } from '../../configuration/chains.ts'
import type { AppContext } from '../../http/app-context.ts'
import { type Paging, readPage } from '../../http/pagination.ts'
import {
  activityFilter,
  toActivity,
  toCollectionChange,
  tokenActivityFilter,
  toTokenActivity,
} from './activity.ts'
import { toChecksumAddress } from './cards.ts'
import {
  type EventCursor,
  type EventFilter,
  type EventRow,
  findEventCursor,
  listEvents,
} from './queries/activity.ts'
import {
  findHolder,
  type HolderCursor,
  type HolderRow,
  listHolderRows,
} from './queries/holders.ts'
import { withStatementTimeout } from './queries/read-indexes.ts'
import { type CollectionPath, locateCollection } from './service.ts'

type Page<Row> = { data: Row[]; meta: ReadMeta }

/**
 * Numbered pages that include usernames; later pages already cost enough without the
 * join.
 */
const NAMED_PAGES = 200

/**
 * Lists the holders of a collection. Throws as `locateCollection`, and
 * `validation_failed`.
 */
export async function listHolders(
  context: AppContext,
  place: CollectionPath,
  paging: Paging,
): Promise<Page<Holder>> {
  const { chain, row } = await locateCollection(context, place)
  const isNamed = (paging.page ?? 1) <= NAMED_PAGES
  const { rows, meta } = await withStatementTimeout(context.database, (database) =>
    readPage<HolderCursor, HolderRow>(paging, row.holders, {
      decode: (cursor) => {
        const [, quantity, owner] = /^(\d{1,10})\.(0x[0-9a-f]{40})$/.exec(cursor) ?? []
        return quantity && owner ? { quantity: Number(quantity), owner } : undefined
      },
      encode: ({ quantity, owner }) => `${quantity}.${owner}`,
      find: (skipped) => findHolder(database, row.id, skipped),
      list: (from, limit) => listHolderRows(database, row, from, { limit, isNamed }),
    }),
  )
  return { data: rows.map((holder) => toHolder(chain, holder)), meta }
}

function toHolder(
  { alias }: Chain,
  { owner, quantity, username, avatar_file, auth_chain_id }: HolderRow,
): Holder {
  return {
    address: toChecksumAddress(owner),
    name: username,
    avatar_url: avatar_file && `/files/${avatar_file}`,
    account_chain: auth_chain_id === null ? null : alias,
    quantity,
  }
}

type ActivityQuery = Paging & {
  type?: Activity['type'] | undefined
  token_id?: string | undefined
}

/** Lists the activity of a collection or of one token. Throws as `listHolders`. */
export async function listActivity(
  context: AppContext,
  place: CollectionPath,
  { type, token_id, ...paging }: ActivityQuery,
): Promise<Page<Activity>> {
  const { row } = await locateCollection(context, place)
  const filter =
    token_id === undefined
      ? activityFilter(type)
      : tokenActivityFilter(row.kind === 'edition', token_id, type)
  const { rows, meta } = await readEvents(context, row.id, filter, paging)
  const items = rows.map(toActivity)
  const data = token_id ? items.map((event) => toTokenActivity(event, token_id)) : items
  return { data, meta }
}

/** Lists the owner's changes to a collection. Throws as `listHolders`. */
export async function listChanges(
  context: AppContext,
  place: CollectionPath,
  paging: Paging,
): Promise<Page<CollectionChange>> {
  const { row } = await locateCollection(context, place)
  const { rows, meta } = await readEvents(context, row.id, 'changes', paging)
  return { data: rows.flatMap((event) => toCollectionChange(event) ?? []), meta }
}

function readEvents(
  context: AppContext,
  id: string,
  filter: EventFilter,
  paging: Paging,
): Promise<{ rows: EventRow[]; meta: ReadMeta }> {
  return withStatementTimeout(context.database, (database) =>
    readPage<EventCursor, EventRow>(paging, null, {
      decode: (cursor) => {
        const [, block, log] = /^(\d{1,15})\.(\d{1,9})$/.exec(cursor) ?? []
        return block && log
          ? { block_number: Number(block), log_index: Number(log) }
          : undefined
      },
      encode: ({ block_number, log_index }) => `${block_number}.${log_index}`,
      find: (skipped) => findEventCursor(database, id, filter, skipped),
      list: (from, limit) => listEvents(database, id, filter, from, limit),
    }),
  )
}
