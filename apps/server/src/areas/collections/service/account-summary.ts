import type { Chain } from '../../../configuration/chains.ts'
import type { AppContext } from '../../../http/app-context.ts'
import { listedChains } from '../chains.ts'
import {
  type CollectorProfile,
  countCreated,
  findCollectorProfile,
  sumHeld,
} from '../queries/collector.ts'
import { findQuantity } from '../queries/holders.ts'
import { withStatementTimeout } from '../queries/read-indexes.ts'
import { locateCollection } from '../service.ts'
import { getToken } from '../token.ts'

/** Collections counted per account. */
const MAX_COUNTED_COLLECTIONS = 500

type AccountSummary = {
  profile: Pick<CollectorProfile, 'user_id' | 'username' | 'avatar_file' | 'bio'> & {
    is_blocked: boolean
  }
  collections_created: number
  nfts_collected: number
}

/**
 * Returns the profile that an address has on a chain, and its counts of listed collections: of all
 * chains for the account of a key, of this one for that of a contract.
 */
export function summarizeAccount(
  context: AppContext,
  account: string,
  chain: Chain,
): Promise<AccountSummary> {
  return withStatementTimeout(context.database, async (database) => {
    const profile = await findCollectorProfile(database, account, chain.id)
    const isContract = profile.auth_chain_id !== null
    const chains = listedChains(context, isContract ? [chain] : context.chains)
    const { held } = await sumHeld(database, chains, account, MAX_COUNTED_COLLECTIONS)
    const created = profile.is_blocked
      ? 0
      : await countCreated(database, chains, account, MAX_COUNTED_COLLECTIONS)
    return {
      profile,
      collections_created: Math.min(created, MAX_COUNTED_COLLECTIONS),
      nfts_collected: held.reduce((sum, { quantity }) => sum + Number(quantity), 0),
    }
  })
}

/**
 * Returns the picture of a token of a collection here, and whether `account` holds it. Throws
 * `not_found`, `unknown_chain` and `blocked`.
 */
export async function findHeldPicture(
  context: AppContext,
  token: { chain_alias: string; contract_address: string; token_id: string },
  account: string,
): Promise<{ url: string; isHeld: boolean }> {
  const { row } = await locateCollection(context, token)
  const { image, owner_account } = await getToken(context, token)
  const isHeld =
    row.kind === 'edition'
      ? (await findQuantity(context.database, row.id, account)) > 0
      : owner_account?.address.toLowerCase() === account
  return { url: image.medium_url, isHeld }
}
