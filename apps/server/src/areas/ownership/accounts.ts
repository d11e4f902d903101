import type { Creator } from '@platemark/api/collections'
import { Problem } from '@platemark/api/problem'
import type { Chain } from '../../configuration/chains.ts'
import type { AppContext } from '../../http/app-context.ts'
import { isSessionWallet, type Session } from '../../http/session.ts'
import { toChecksumAddress } from '../collections/service.ts'
import { type ContractOwner, findContractOwner, type ShownAccount } from './queries.ts'

/** Finds a draft or collection of the caller. Throws `not_found`, also for other owners'. */
export async function findOwnContract(
  { database }: AppContext,
  session: Session,
  id: string,
): Promise<ContractOwner> {
  const found = await findContractOwner(database, id)
  if (!found || !ownsContract(session, found)) throw new Problem('not_found')
  return found
}

function ownsContract(session: Session, { chain_id, owner }: ContractOwner): boolean {
  return isSessionWallet(session, { chain_id, address: owner })
}

/** Returns an account as pages show it. */
export function toAccount(chain: Chain | undefined, row: ShownAccount): Creator {
  return {
    address: toChecksumAddress(row.address),
    name: row.username,
    avatar_url: row.avatar_file && `/files/${row.avatar_file}`,
    account_chain: row.auth_chain_id === null ? null : (chain?.alias ?? null),
  }
}
