import { MAX_SNAPSHOT_HOLDERS } from '@platemark/api/list-limits'
import { Problem } from '@platemark/api/problem'
import { writeListCsv } from '@platemark/lists/write-list'
import { NO_WALLET_LIMIT } from '@platemark/rules/limits'
import { finishSlices } from '@platemark/rules/slices'
import type { AppContext } from '../../http/app-context.ts'
import type { Session } from '../../http/session.ts'
import { locateCollection, readHoldersAt } from '../collections/service.ts'
import { findConfirmedNumber } from './queries/deployments.ts'
import { findDraft } from './queries/drafts.ts'

type HolderSnapshot = { name: string; block: number; holders: number; csv: string }

/**
 * Returns the holders of a collection after a block, the last confirmed one unless `block` is
 * given, from the index. Throws `not_found` for a draft or collection, `unknown_chain`,
 * `blocked`, `validation_failed` for a block that is not confirmed or too far back, and what
 * `admit` throws.
 */
export async function snapshotHolders(
  context: AppContext,
  session: Session,
  id: string,
  query: {
    chain_alias: string
    contract_address: string
    block?: number | undefined
    admit(): Promise<void>
  },
): Promise<HolderSnapshot> {
  const { database } = context
  const draft = await findDraft(database, id, session)
  if (!draft) throw new Problem('not_found', 'This draft does not exist.')
  const { chain, row } = await locateCollection(context, query, session)
  await query.admit()
  const confirmed = Math.max(0, await findConfirmedNumber(database, chain.id))
  const block = query.block ?? confirmed
  if (block > confirmed) {
    throw invalidBlock(
      `Block ${confirmed.toLocaleString('en')} is the last confirmed block on ${chain.name}. Use it or an earlier one.`,
    )
  }
  const holders = await readHoldersAt(database, row.id, {
    block,
    limit: MAX_SNAPSHOT_HOLDERS + 1,
  })
  if (!holders) {
    throw invalidBlock('Too many transfers since this block. Use a later one.')
  }
  if (holders.length > MAX_SNAPSHOT_HOLDERS) {
    throw invalidBlock(
      'More than 100,000 wallets held it then. A list can have at most 100,000.',
    )
  }
  const entries = holders.map(({ owner, quantity }) => ({
    address: owner,
    // An entry of a list cannot have more.
    quantity: Math.min(quantity, NO_WALLET_LIMIT),
    price_wei: null,
  }))
  const csv = finishSlices(writeListCsv(entries, chain.nativeCurrency)).join('')
  return { name: row.name, block, holders: holders.length, csv }
}

function invalidBlock(sentence: string): Problem {
  return new Problem('validation_failed', undefined, { fields: { block: [sentence] } })
}
