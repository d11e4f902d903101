import type { Meta, Reply } from '@platemark/api/endpoint'
import { perPage } from '@platemark/api/lists'
import type {
  listNames as listNamesEndpoint,
  NameFreshness,
  NameRow,
  NameSale,
  RegisteredName,
  listReverseNames as reverseEndpoint,
} from '@platemark/api/names'
import { Problem } from '@platemark/api/problem'
import type { SearchTarget } from '@platemark/rules/search-target'
import { getAddress } from 'viem'
import type { AppContext } from '../../../http/app-context.ts'
import { isSessionOfChain, type Session } from '../../../http/session.ts'
import { listChainStates } from '../../instance/service.ts'
import { listAccountClaims } from '../queries/claims.ts'
import {
  listNamesOfOwner,
  listNewestNames,
  listPrimaryNames,
  searchRegistered,
} from '../queries/names.ts'
import type { EnsNames } from './ens-names.ts'
import { findHome, type NameHome, requireHome } from './home.ts'
import { currentRate, PRICE_TIERS, toPrice } from './prices.ts'
import { readSaleTerms } from './registry.ts'
import { toClaimedRow, toNameRows, toRegisteredName } from './shapes.ts'

const NEWEST = 12
const PER_OWNER_PAGE = 100
/** Age of the indexed state from which a list counts as stale. */
const STALE_SECONDS = 60

/** Lists the newest registrations. Throws `not_found` without names. */
export async function listLastNames(
  context: AppContext,
): Promise<{ data: RegisteredName[]; meta: NameFreshness }> {
  const home = requireHome(context)
  const rows = await listNewestNames(context.database, home.chain.id, {
    limit: NEWEST,
    hiddenWords: context.configuration.names?.hidden_words ?? [],
  })
  const data = rows.map((row) => toRegisteredName(home, row))
  return { data, meta: await readFreshness(context, home) }
}

/** Finds registered names by a part of them. Throws `not_found` without names. */
export async function searchNames(
  context: AppContext,
  { q, page }: { q: string; page: number },
): Promise<{ data: RegisteredName[]; meta: Meta<typeof listNamesEndpoint> }> {
  const home = requireHome(context)
  const text = toNamePart(home, q)
  const limit = perPage
  const { rows, total } =
    text !== undefined
      ? await searchRegistered(context.database, home.chain.id, text, {
          limit,
          offset: (page - 1) * limit,
        })
      : { rows: [], total: 0 }
  return {
    data: rows.map((row) => toRegisteredName(home, row)),
    meta: { ...toMeta(page, limit, total), ...(await readFreshness(context, home)) },
  }
}

/** Finds names by a part of them, or those of an address; none where this site has no names. */
export async function findNames(
  context: AppContext,
  target: SearchTarget,
  limit: number,
): Promise<RegisteredName[]> {
  const home = findHome(context)
  if (!home || target.kind === 'page') return []
  const first = { limit, offset: 0 }
  const text = target.kind === 'address' ? '' : toNamePart(home, target.text)
  const { rows } =
    target.kind === 'address'
      ? await listNamesOfOwner(context.database, home.chain.id, target.address, first)
      : text === undefined
        ? { rows: [] }
        : await searchRegistered(context.database, home.chain.id, text, first)
  return rows.map((row) => toRegisteredName(home, row))
}

/** Returns a searched text without the suffix; undefined if no name can contain it. */
function toNamePart({ suffix }: NameHome, written: string): string | undefined {
  const text = written.toLowerCase().replace(`.${suffix}`, '')
  // No name has other characters, and some of them mean something in a pattern.
  return /^[a-z0-9-]+$/.test(text) ? text : undefined
}

/**
 * Lists the names of `owner`, or those of the caller with the ones that are not indexed yet.
 * Throws `unauthenticated` and `not_found` without names.
 */
export async function listNames(
  context: AppContext,
  session: Session | undefined,
  { owner, page }: { owner?: string | undefined; page: number },
): Promise<{ data: NameRow[]; meta: Meta<typeof listNamesEndpoint> }> {
  const home = requireHome(context)
  if (owner === undefined && !session) throw new Problem('unauthenticated')
  // The address of a contract elsewhere may be another owner's here.
  const isOwn = session && isSessionOfChain(session, home.chain.id)
  const account = owner?.toLowerCase() ?? (isOwn ? session.address : undefined)
  const freshness = await readFreshness(context, home)
  const limit = PER_OWNER_PAGE
  if (account === undefined)
    return { data: [], meta: { ...toMeta(page, limit, 0), ...freshness } }
  const claims =
    owner === undefined
      ? await listAccountClaims(context.database, home.chain.id, account)
      : []
  const { rows, total } = await listNamesOfOwner(
    context.database,
    home.chain.id,
    account,
    { limit, offset: (page - 1) * limit },
  )
  const known = new Set(rows.map(({ name }) => name))
  const waiting = page === 1 ? claims.filter(({ name }) => !known.has(name)) : []
  const indexed = await toNameRows(context, home, rows)
  const isFirst = ({ is_primary }: NameRow) => is_primary
  return {
    data: [
      ...indexed.filter(isFirst),
      ...waiting.map((claim) => toClaimedRow(home, claim)),
      ...indexed.filter((row) => !isFirst(row)),
    ],
    meta: { ...toMeta(page, limit, total), ...freshness },
  }
}

/** Returns the primary name of an account. Throws `no_primary_name`, and `not_found` without names. */
export async function getReverseName(context: AppContext, address: string) {
  const { chain, suffix } = requireHome(context)
  const account = address.toLowerCase()
  const [found] = await listPrimaryNames(context.database, chain.id, [account])
  if (!found) throw new Problem('no_primary_name')
  return {
    // Safe: the API schema holds it to 0x and 40 hexadecimal digits.
    address: getAddress(account as `0x${string}`),
    name: found.name,
    full_name: `${found.name}.${suffix}`,
  }
}

/**
 * Returns the primary names of accounts, by address in lower case, and for those without one that
 * of `ens`; empty without names.
 */
export async function listReverseNames(
  context: AppContext,
  addresses: string,
  ens: EnsNames | null,
): Promise<Reply<typeof reverseEndpoint>> {
  const home = findHome(context)
  if (!home) return {}
  const accounts = [...new Set(addresses.toLowerCase().split(','))]
  const found = await listPrimaryNames(context.database, home.chain.id, accounts)
  const own = new Map(found.map(({ account, name }) => [account, name]))
  const others = accounts.filter((account) => !own.has(account))
  const named = ens && others.length > 0 ? await ens.find(others) : new Map()
  return Object.fromEntries([
    ...[...own].map(([account, name]) => [
      account,
      { name, full_name: `${name}.${home.suffix}`, source: 'names' },
    ]),
    ...[...named].map(([account, name]) => [
      account,
      { name, full_name: name, source: 'ens' },
    ]),
  ])
}

/** Returns prices and conditions of sale. Throws `chain_unavailable`, and `not_found` without names. */
export async function getNameSale(context: AppContext): Promise<NameSale> {
  const home = requireHome(context)
  const { prices, isPaused, needsCommitment } = await readSaleTerms(home)
  const rate = currentRate(context, home)
  return {
    chain: home.chain.alias,
    suffix: home.suffix,
    contract_address: home.registry,
    is_paused: isPaused,
    needs_commitment: needsCommitment,
    prices: PRICE_TIERS.map((tier, at) => ({
      ...tier,
      price: toPrice(home, prices[at] ?? 0n, rate),
    })),
  }
}

async function readFreshness(
  context: AppContext,
  { chain }: NameHome,
): Promise<NameFreshness> {
  const states = await listChainStates(context)
  const behind = states.find(({ alias }) => alias === chain.alias)?.behind_seconds ?? null
  if (behind === null) return { stale: true, updated_at: null }
  const time = new Date(context.clock().getTime() - behind * 1000)
  return { stale: behind > STALE_SECONDS, updated_at: time.toISOString() }
}

/** Returns the `meta` of a page of a list that is read by number. */
export function toMeta(page: number, per_page: number, total: number) {
  return { page, per_page, total, last_page: Math.max(1, Math.ceil(total / per_page)) }
}
