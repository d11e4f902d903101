import type { Offer } from '@platemark/api/ownership'
import { Problem } from '@platemark/api/problem'
import { pictureUrls } from '../../files/images.ts'
import type { AppContext } from '../../http/app-context.ts'
import { isSessionWallet, type Session } from '../../http/session.ts'
import { toChecksumAddress } from '../collections/service.ts'
import { toAccount } from './accounts.ts'
import { findOfferRow, listOfferRows, type OwnershipRow } from './queries.ts'

/** Most offers in a list: anyone can offer a collection to any account. */
const MAX_OFFERS = 100

/**
 * Returns the ownership of a collection for its owner and the account that it is offered to,
 * as the index has it. Throws `not_found`, also for all others.
 */
export async function getOffer(
  context: AppContext,
  session: Session,
  id: string,
): Promise<Offer> {
  const row = await findOfferRow(context.database, id)
  const readers = row ? [row.owner, row.pending_owner] : []
  const mayRead = readers.some((reader) => {
    const account = { chain_id: row?.chain_id ?? 0, address: reader?.address ?? '' }
    return isSessionWallet(session, account)
  })
  if (!row || !mayRead) throw new Problem('not_found')
  return toOffer(context, row)
}

/** Lists the collections whose ownership is offered to the caller, the newest first. */
export async function listOffers(
  context: AppContext,
  session: Session,
): Promise<Offer[]> {
  const rows = await listOfferRows(context.database, session, MAX_OFFERS)
  return rows.map((row) => toOffer(context, row))
}

function toOffer({ chains }: AppContext, row: OwnershipRow): Offer {
  const chain = chains.find(({ id }) => id === row.chain_id)
  const chain_alias = chain?.alias ?? String(row.chain_id)
  const { owner, pending_owner } = row
  return {
    contract_id: row.id,
    chain_alias,
    contract_address: toChecksumAddress(row.address),
    alias: row.alias,
    kind: row.kind,
    name: row.name,
    image: pictureUrls(row.image_file, `${chain_alias}-${row.address}`),
    owner: toAccount(chain, owner),
    offered_to: pending_owner && toAccount(chain, pending_owner),
    creator: toChecksumAddress(row.creator),
    royalty_bps: row.royalty_bps,
    royalty_receiver: row.royalty_split === null ? 'owner' : 'split',
    payees: row.payees.map(({ account, bps }) => ({
      address: toChecksumAddress(account),
      bps,
    })),
  }
}
