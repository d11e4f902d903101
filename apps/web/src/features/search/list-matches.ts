import type { Card } from '@platemark/api/collections'
import type { SearchResult } from '@platemark/api/search'
import { shortAddress } from '@platemark/rules/amounts'
import { collectionHref } from '../../components/collection-href.ts'
import { collectorHref, creatorName } from '../../components/creator.tsx'
import { collectionPlateUrl, plateUrl } from '../../components/plate-picture.tsx'

/** A row of the results: `kind` is its group. */
export type Match = {
  kind: 'Collections' | 'People' | 'Names' | 'all'
  href: string
  title: string
  detail: string
  /** Null: an icon stands in its place. */
  picture: { url: string; fallback: string; isRound: boolean } | null
}

/** Returns the results in the order of the list, and last the link to all collections. */
export function listMatches(found: SearchResult, text: string): Match[] {
  return [
    ...found.collections.map(toCollection),
    ...found.people.map(toPerson),
    ...found.names.map(toName),
    {
      ...{ kind: 'all' as const, title: `All collections with “${text}”`, detail: '' },
      ...{ href: `/collections?search=${encodeURIComponent(text)}`, picture: null },
    },
  ]
}

function toCollection(card: Card): Match {
  const fallback = collectionPlateUrl(card)
  const { is_plate, small_url } = card.image
  return {
    kind: 'Collections',
    href: collectionHref(card),
    title: card.name,
    detail: `by ${creatorName(card.creator)}`,
    picture: { url: is_plate ? fallback : small_url, fallback, isRound: false },
  }
}

function toPerson(person: SearchResult['people'][number]): Match {
  const { address, username, avatar_url, account_chain } = person
  const fallback = plateUrl(address)
  return {
    kind: 'People',
    href: collectorHref(address, account_chain),
    title: username ?? shortAddress(address),
    detail: username === null ? '' : shortAddress(address),
    picture: { url: avatar_url ?? fallback, fallback, isRound: true },
  }
}

function toName({ name, full_name, owner_short }: SearchResult['names'][number]): Match {
  return {
    kind: 'Names',
    href: `/names/${name}`,
    title: full_name,
    detail: `owned by ${owner_short}`,
    picture: null,
  }
}
