import type { AppContext } from '../../../http/app-context.ts'
import { listPrimaryNames } from '../queries/names.ts'
import { findHome } from './home.ts'

/**
 * Finds the full primary name of an account in lower case; null: none. `contractChain` is the id of
 * the network whose contract the account is: elsewhere its address may be another owner's.
 */
export async function findShownName(
  context: AppContext,
  account: string,
  contractChain: number | null,
): Promise<string | null> {
  const home = findHome(context)
  if (!home || (contractChain !== null && contractChain !== home.chain.id)) return null
  const { database } = context
  const [found] = await listPrimaryNames(database, home.chain.id, [account])
  return found ? `${found.name}.${home.suffix}` : null
}
