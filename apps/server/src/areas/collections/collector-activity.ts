import type { CursorMeta } from '@platemark/api/collection-reads'
import type { CollectorActivity } from '@platemark/api/collector'
import { perPage } from '@platemark/api/lists'
import type { Chain } from '../../configuration/chains.ts'
import { pictureUrls } from '../../files/images.ts'
import type { AppContext } from '../../http/app-context.ts'
import { parseCursor, writeCursor } from '../../http/pagination.ts'
import { toActivity } from './activity.ts'
import { plateSeed, toChecksumAddress } from './cards.ts'
import { findAccountChain, listedChains, readChains } from './chains.ts'
import {
  type ActivityCursor,
  type ActivityRow,
  findCollectorProfile,
  listActivityRows,
} from './queries/collector.ts'
import { withStatementTimeout } from './queries/read-indexes.ts'

/**
 * Events scanned for one page, because all of them may belong to unlisted collections.
 */
const MAX_SCANNED_EVENTS = 200

/** Lists an account's activity in listed collections. Throws `validation_failed`. */
export async function listCollectorActivity(
  context: AppContext,
  { address }: { address: string },
  { cursor, chain: asked }: { cursor?: string | undefined; chain?: string | undefined },
): Promise<{ data: CollectorActivity[]; meta: CursorMeta }> {
  const account = address.toLowerCase()
  const chains = readChains(context, asked)
  const after =
    cursor === undefined ? undefined : parseCursor(cursor, parseActivityCursor)
  const { shown, next } = await withStatementTimeout(
    context.database,
    async (database) => {
      const only = findAccountChain(context, asked)
      const { is_blocked } = await findCollectorProfile(
        database,
        account,
        only?.id ?? null,
      )
      const span = { after, creates: !is_blocked }
      const listed = listedChains(context, chains)
      return readActivityPage((limit) =>
        listActivityRows(database, listed, account, span, limit),
      )
    },
  )
  return {
    data: shown.flatMap((row) => toCollectorActivity(chains, row)),
    meta: {
      per_page: perPage,
      next_cursor: next ? writeCursor(encodeActivityCursor(next)) : null,
    },
  }
}

/**
 * Rows of a page and the cursor of the next one; undefined `next` marks the last page.
 */
type Page = { shown: ActivityRow[]; next: ActivityCursor | undefined }

/** Scans one page first, and more only where rows of unlisted collections were found. */
async function readActivityPage(
  read: (limit: number) => Promise<ActivityRow[]>,
): Promise<Page> {
  const rows = await read(perPage + 1)
  const isEnough = rows.length <= perPage || rows.every(({ is_shown }) => is_shown)
  return toPage(isEnough ? rows : await read(MAX_SCANNED_EVENTS + 1))
}

function toPage(rows: ActivityRow[]): Page {
  const shown = rows.filter(({ is_shown }) => is_shown)
  if (shown.length > perPage) {
    return { shown: shown.slice(0, perPage), next: shown[perPage - 1] }
  }
  const more = rows[MAX_SCANNED_EVENTS]
  if (!more) return { shown, next: undefined }
  const { seen, next } = partBefore(more, rows)
  return { shown: seen.filter(({ is_shown }) => is_shown), next }
}

/**
 * Splits the rows before a cursor that names no row, so that it reveals nothing about an
 * unlisted collection. The cursor is a time between two rows, or within one second the
 * first log of a stretch.
 */
function partBefore(
  more: ActivityRow,
  rows: ActivityRow[],
): { seen: ActivityRow[]; next: ActivityCursor } {
  const newer = rows.filter(({ time }) => time > more.time)
  const before = newer.at(-1)
  if (before) {
    const time = timeBetween(more.time, before.time)
    return { seen: newer, next: { ...newest, time } }
  }
  const seen = rows.filter((row) => stretchOf(row) !== stretchOf(more))
  // Safe: a stretch is shorter than what is looked at.
  const { time, chain_id, block_number, log_index } = seen.at(-1) as ActivityRow
  const first = log_index - (log_index % STRETCH)
  return { seen, next: { time, chain_id, block_number, log_index: first } }
}

/** Logs of a block between two cursor positions within one second. */
const STRETCH = 128

function stretchOf({ chain_id, block_number, log_index }: ActivityCursor): string {
  return [chain_id, block_number, Math.floor(log_index / STRETCH)].join('.')
}

/** Cursor fields that sort before all rows of the same time. */
const newest = {
  chain_id: 999_999_999_999_999,
  block_number: 999_999_999_999_999,
  log_index: 999_999_999,
}

/**
 * Returns the roundest time before `later` and not before `earlier`; falls back to just
 * before `later` within the same minute.
 */
function timeBetween(earlier: Date, later: Date): Date {
  const end = later.getTime() - 1
  const round = [86_400_000, 3_600_000, 60_000].map((unit) => end - (end % unit))
  return new Date(round.find((time) => time >= earlier.getTime()) ?? end)
}

function toCollectorActivity(chains: Chain[], row: ActivityRow): CollectorActivity[] {
  const chain = chains.find(({ id }) => id === row.chain_id)
  if (!chain) return []
  return [
    {
      ...toActivity(row),
      change: null,
      chain_alias: chain.alias,
      collection: {
        contract_address: toChecksumAddress(row.address),
        alias: row.alias,
        name: row.name,
        image: pictureUrls(row.image_file, plateSeed(chain, row.address)),
        is_edition: row.collection_kind === 'edition',
        max_supply: row.max_supply,
      },
    },
  ]
}

function encodeActivityCursor({
  time,
  chain_id,
  block_number,
  log_index,
}: ActivityCursor): string {
  return [time.getTime(), chain_id, block_number, log_index].join('.')
}

function parseActivityCursor(cursor: string): ActivityCursor | undefined {
  const parts = /^(\d{1,13})\.(\d{1,15})\.(\d{1,15})\.(\d{1,9})$/.exec(cursor)
  if (!parts) return undefined
  const [time = 0, chain_id = 0, block_number = 0, log_index = 0] = parts
    .slice(1)
    .map(Number)
  return { time: new Date(time), chain_id, block_number, log_index }
}
