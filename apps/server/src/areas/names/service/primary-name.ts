import { Problem } from '@platemark/api/problem'
import type { AppContext } from '../../../http/app-context.ts'
import { isSessionOfChain, type Session } from '../../../http/session.ts'
import { findClaim } from '../queries/claims.ts'
import { choosePrimary, findName } from '../queries/names.ts'
import { requireHome } from './home.ts'
import { readOwner, readPrimary } from './registry.ts'
import { requireLabel } from './save-name.ts'

/**
 * Shows a name of the caller instead of its address. Throws `name_invalid`, `name_pending`,
 * `not_name_owner`, `chain_unavailable`, and `not_found` without names.
 */
export async function setPrimaryName(
  context: AppContext,
  session: Session,
  name: string,
) {
  const home = requireHome(context)
  requireLabel(home, name)
  const { database, clock } = context
  const account = session.address
  const [owner, onchain_primary] = await Promise.all([
    readOwner(home, name),
    readPrimary(home, account),
  ])
  if (owner === null) {
    const claim = await findClaim(database, home.chain.id, { name, account })
    throw new Problem(claim ? 'name_pending' : 'not_name_owner')
  }
  if (owner !== account || !isSessionOfChain(session, home.chain.id))
    throw new Problem('not_name_owner')
  const row = await findName(database, home.chain.id, name)
  // The choice would count for the transfers so far, which the index does not know yet.
  if (row && row.owner !== account) throw new Problem('name_pending')
  await choosePrimary(database, home.chain.id, { account, name, now: clock() })
  return {
    name,
    is_primary: true,
    primary_onchain: onchain_primary === name,
    onchain_primary,
  }
}

/** Shows the address of the caller instead of a name. Throws `not_found` without names. */
export async function clearPrimaryName(
  context: AppContext,
  session: Session,
): Promise<null> {
  const { chain } = requireHome(context)
  if (!isSessionOfChain(session, chain.id)) return null
  await choosePrimary(context.database, chain.id, {
    account: session.address,
    name: null,
    now: context.clock(),
  })
  return null
}
