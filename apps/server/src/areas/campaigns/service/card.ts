import type { AppContext } from '../../../http/app-context.ts'
import { readBoardPage } from '../queries/board.ts'
import { findEntryOfWallet, listQuestProgress } from '../queries/entries.ts'
import { nameEntries } from './people.ts'
import { requireCampaign } from './visible.ts'

/** A person's card, as its share image shows it. */
export type SharedCard = {
  /** Primary name, else username; null: none. */
  name: string | null
  /** Place in the final result; null: it is not final, or without a place. */
  place: number | null
  stamps: { key: string; at: Date; final: boolean }[]
}

/**
 * Returns the stamps of an account that takes part in a campaign; undefined for others. Throws
 * `campaign_not_found`.
 */
export async function readCard(
  context: AppContext,
  alias: string,
  address: string,
): Promise<SharedCard | undefined> {
  const { database } = context
  const { id, definition, status } = await requireCampaign(context, alias)
  const entry = await findEntryOfWallet(database, id, address.toLowerCase())
  if (entry?.status !== 'active') return undefined
  const people = await nameEntries(context, id, [entry])
  const progress = await listQuestProgress(database, id, definition, entry.address)
  const isFinal = status === 'frozen' || status === 'closed'
  const { own } = await readBoardPage(database, id, {
    ...{ address: entry.address, page: 1, per_page: 0 },
  })
  return {
    place: (isFinal && own?.position) || null,
    name: people.get(entry.address)?.name ?? null,
    stamps: progress.map(({ quest, first_at, is_final }) => ({
      ...{ key: quest, at: first_at, final: is_final },
    })),
  }
}
