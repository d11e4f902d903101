import type { Card } from '@platemark/api/collections'
import { FOUND_OF_KIND, type FoundPerson, type SearchResult } from '@platemark/api/search'
import { parseSearch, type SearchTarget } from '@platemark/rules/search-target'
import type { AppContext } from '../../http/app-context.ts'
import { toChecksumAddress } from '../collections/cards.ts'
import { listedChains } from '../collections/chains.ts'
import { readListedState } from '../collections/queries/listed-state.ts'
import { findNames } from '../names/service/lists.ts'
import { toCards } from './featured-lists.ts'
import { toListCriteria } from './list-criteria.ts'
import { toListTarget } from './lists.ts'
import { searchListed } from './queries/list-search.ts'
import { type PersonRow, searchAddresses, searchUsernames } from './queries/people.ts'

/**
 * Finds listed collections, people and names by a text, an address or a part of one, or the link
 * of a collection. What is hidden, blocked or a draft is never found.
 */
export async function searchAll(context: AppContext, q: string): Promise<SearchResult> {
  const target = parseSearch(q)
  const [collections, people, names] = await Promise.all([
    findCollections(context, target),
    findPeople(context, target),
    findNames(context, target, FOUND_OF_KIND),
  ])
  return { collections, people, names }
}

async function findCollections(
  context: AppContext,
  target: SearchTarget,
): Promise<Card[]> {
  const { database, chains } = context
  const state = await readListedState(database, listedChains(context, chains))
  if (state.chains.length === 0) return []
  const query = { sort_by: 'minted', time_interval: 'all' } as const
  const criteria = toListCriteria(context, state, query)
  const { rows } = await searchListed(database, criteria, toListTarget(context, target))
  const first = rows.slice(0, FOUND_OF_KIND).map(({ id }) => id)
  return toCards(context, first, criteria.now)
}

async function findPeople(
  context: AppContext,
  target: SearchTarget,
): Promise<FoundPerson[]> {
  const rows = await findRows(context, target)
  return rows.map(({ address, username, avatar_file, auth_chain_id }) => ({
    address: toChecksumAddress(address),
    username,
    avatar_url: avatar_file && `/files/${avatar_file}`,
    account_chain: context.chains.find(({ id }) => id === auth_chain_id)?.alias ?? null,
  }))
}

async function findRows(
  { database }: AppContext,
  target: SearchTarget,
): Promise<PersonRow[]> {
  switch (target.kind) {
    case 'page':
      return []
    case 'text':
      return searchUsernames(database, toUsername(target.text), FOUND_OF_KIND)
    case 'part':
      return searchAddresses(database, target, FOUND_OF_KIND)
    case 'address': {
      const { address } = target
      const whole = { start: address, end: '' }
      const rows = await searchAddresses(database, whole, FOUND_OF_KIND)
      // Every address has a page.
      const unknown = { address, username: null, avatar_file: null, auth_chain_id: null }
      return rows.length > 0 ? rows : [unknown]
    }
  }
}

/** Usernames are written with an @ in other places, and have underscores for blanks. */
function toUsername(text: string): string {
  return text.replace(/^@/, '').replaceAll(' ', '_')
}
