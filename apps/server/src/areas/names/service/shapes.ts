import type { NameRow, RegisteredName } from '@platemark/api/names'
import { shortAddress } from '@platemark/rules/amounts'
import { labelToTokenId } from '@platemark/rules/name-label'
import { getAddress } from 'viem'
import type { AppContext } from '../../../http/app-context.ts'
import { listRatesAt } from '../../currencies/service.ts'
import type { ClaimRow } from '../queries/claims.ts'
import type { NameListRow, ShortNameRow } from '../queries/names.ts'
import type { NameHome } from './home.ts'
import { toPrice } from './prices.ts'

/** Returns the fields that every shape of a name has. */
export function sharedFields({ suffix }: NameHome, name: string, owner: string) {
  // Safe: owners are addresses.
  const address = getAddress(owner as `0x${string}`)
  return {
    name,
    full_name: `${name}.${suffix}`,
    token_id: `${labelToTokenId(name)}`,
    owner: address,
    owner_short: shortAddress(address),
    image: `/api/names/${name}/image.svg`,
  }
}

/** Returns names with the worth of what they cost at the time of their registration. */
export async function toNameRows(
  { database }: AppContext,
  home: NameHome,
  rows: readonly NameListRow[],
): Promise<NameRow[]> {
  const chain_id = home.chain.id
  const rates = await listRatesAt(
    database,
    rows.map(({ registered_at: time }) => ({ chain_id, time })),
  )
  return rows.map((row, at) => ({
    ...sharedFields(home, row.name, row.owner),
    ...placeFields(home),
    is_primary: row.is_primary,
    primary_onchain: row.primary_onchain,
    price_paid:
      row.price_wei === null ? null : toPrice(home, row.price_wei, rates[at] ?? null),
    registered_at: row.registered_at.toISOString(),
    registered_tx: row.registered_tx,
    registered_block: String(row.registered_block),
    expires_at: null,
    status: row.status,
  }))
}

/** Returns a registration that is not indexed yet. */
export function toClaimedRow(
  home: NameHome,
  {
    name,
    account,
    state,
    tx_hash,
  }: Pick<ClaimRow, 'name' | 'account' | 'state' | 'tx_hash'>,
): NameRow {
  return {
    ...sharedFields(home, name, account),
    ...placeFields(home),
    is_primary: false,
    primary_onchain: false,
    price_paid: null,
    registered_at: null,
    registered_tx: tx_hash,
    registered_block: null,
    expires_at: null,
    status: state === 'pending' ? 'pending' : 'provisional',
  }
}

/** Returns a name among the newest and in search results. */
export function toRegisteredName(
  home: NameHome,
  { name, owner, registered_at }: ShortNameRow,
): RegisteredName {
  return {
    ...sharedFields(home, name, owner),
    registered_at: registered_at.toISOString(),
  }
}

function placeFields({ chain, registry }: NameHome) {
  return { chain: chain.alias, contract_address: registry }
}
