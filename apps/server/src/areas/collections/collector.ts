import type { Collector } from '@platemark/api/collector'
import type { Chain } from '../../configuration/chains.ts'
import type { Database } from '../../database/database.ts'
import type { AppContext } from '../../http/app-context.ts'
import { findShownName } from '../names/service/shown-name.ts'
import { toChecksumAddress } from './cards.ts'
import { findAccountChain, listedChains } from './chains.ts'
import type { CodeFinder } from './contract-accounts.ts'
import {
  type CollectorProfile,
  countCreated,
  findCollectorProfile,
  findFirstMint,
  findListedByAddress,
  type HeldOnChain,
  listContractAccountChains,
  sumHeld,
} from './queries/collector.ts'
import { withStatementTimeout } from './queries/read-indexes.ts'

/** Collections counted per account. */
const MAX_COUNTED_COLLECTIONS = 500

/**
 * Events scanned for the first mint, because all of them may belong to unlisted
 * collections.
 */
const MAX_SCANNED_EVENTS = 200

/**
 * Returns an account's profile, holdings and created collections, limited to listed ones.
 * With the single network `chain` it is the account that the address is there; the account
 * of a contract has nothing of other networks. Throws `validation_failed`.
 */
export async function getCollector(
  context: AppContext,
  { address, chain: asked }: { address: string; chain?: string | undefined },
  findCode: CodeFinder,
): Promise<Collector> {
  const account = address.toLowerCase()
  const only = findAccountChain(context, asked)
  const { profile, held, seen, created, first, here, contracts } =
    await withStatementTimeout(context.database, (database) =>
      readCollector(context, database, { account, only }),
    )
  const chainOf = (id: number) => context.chains.find((chain) => chain.id === id)
  const hasAccount = profile.user_id !== null
  const holdings = held.flatMap((one) => {
    const chain = chainOf(one.chain_id)
    return chain ? [{ ...one, chain }] : []
  })
  const chains = holdings.map(({ chain }) => chain)
  const contract = chainOf(contracts[0] ?? -1)
  const code = hasAccount
    ? undefined
    : (contract ?? (await findCode(account, only ? [only] : chains)))
  const place = here && chainOf(here.chain_id)
  return {
    address: toChecksumAddress(account),
    ...toProfile(profile),
    primary_name: await findShownName(context, account, profile.auth_chain_id),
    has_account: hasAccount,
    account_chain: profile.auth_chain_id === null ? null : (only?.alias ?? null),
    is_blocked: profile.is_blocked,
    contract_on: code?.alias ?? null,
    collection: place
      ? { chain_alias: place.alias, path: here.alias ?? toChecksumAddress(account) }
      : null,
    collected: toCollected(holdings, seen),
    created: toCreated(profile.is_blocked ? 0 : created),
    first_mint_at: first?.toISOString() ?? null,
  }
}

async function readCollector(
  context: AppContext,
  database: Database,
  { account, only }: { account: string; only: Chain | undefined },
) {
  const profile = await findCollectorProfile(database, account, only?.id ?? null)
  const isContract = profile.auth_chain_id !== null
  const chains = listedChains(context, only && isContract ? [only] : context.chains)
  const isUnknown = profile.user_id === null && !only
  const contracts = isUnknown ? await listContractAccountChains(database, account) : []
  const { held, seen } = await sumHeld(database, chains, account, MAX_COUNTED_COLLECTIONS)
  const created = await countCreated(database, chains, account, MAX_COUNTED_COLLECTIONS)
  const first = await findFirstMint(database, chains, account, MAX_SCANNED_EVENTS)
  const here = await findListedByAddress(database, chains, account)
  return { profile, held, seen, created, first, here, contracts }
}

function toProfile(
  profile: CollectorProfile,
): Pick<Collector, 'name' | 'avatar_url' | 'bio' | 'links'> {
  if (profile.is_blocked) return { name: null, avatar_url: null, bio: null, links: [] }
  const { username, avatar_file, bio } = profile
  const links = [
    { label: 'Website', url: profile.website_link },
    { label: 'X', url: profile.twitter_link },
    { label: 'Instagram', url: profile.instagram_link },
    { label: 'Farcaster', url: profile.warpcast_link },
    { label: 'Lens', url: profile.lens_link },
    { label: 'GitHub', url: profile.github_link },
  ]
  return {
    name: username,
    avatar_url: avatar_file && `/files/${avatar_file}`,
    bio,
    links: links.flatMap(({ label, url }) => (url ? [{ label, url }] : [])),
  }
}

function toCollected(
  held: (HeldOnChain & { chain: Chain })[],
  seen: number,
): Collector['collected'] {
  const networks = held.map(({ chain, quantity }) => ({
    chain_alias: chain.alias,
    quantity: Number(quantity),
  }))
  return {
    quantity: networks.reduce((sum, { quantity }) => sum + quantity, 0),
    collections: held.reduce((sum, { collections }) => sum + collections, 0),
    is_exact: seen <= MAX_COUNTED_COLLECTIONS,
    networks,
  }
}

function toCreated(found: number): Collector['created'] {
  return {
    collections: Math.min(found, MAX_COUNTED_COLLECTIONS),
    is_exact: found <= MAX_COUNTED_COLLECTIONS,
  }
}
