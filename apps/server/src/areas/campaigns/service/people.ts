import type { AppContext } from '../../../http/app-context.ts'
import { findHome } from '../../names/service/home.ts'
import { listPeople } from '../queries/entries.ts'

/** Finds names and pictures of entries by address: the primary name, else the username. */
export function nameEntries(
  context: AppContext,
  id: string,
  rows: readonly { address: string }[],
): Promise<Map<string, { name: string | null; avatar_url: string | null }>> {
  const home = findHome(context)
  const addresses = [...new Set(rows.map(({ address }) => address))]
  const names = home && { chain_id: home.chain.id, suffix: home.suffix }
  return listPeople(context.database, id, addresses, names)
}
