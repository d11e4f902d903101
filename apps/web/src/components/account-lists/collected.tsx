import type { OwnToken } from '@platemark/api/collection-reads'
import type { Collector } from '@platemark/api/collector'
import { formatCount } from '@platemark/rules/amounts'
import { useSearch } from '../../lib/use-search.ts'
import { Link } from '../../ui/link.tsx'
import { ChainName } from '../chain-tag.tsx'
import { collectionHref } from '../collection-href.ts'
import { TokenCard, TokenSkeletons } from '../token-card.tsx'
import { EmptyList } from './empty-list.tsx'
import { groupTokens, type TokenGroup } from './group-tokens.ts'
import { ListLayout } from './list-layout.tsx'
import { heldTokensQuery } from './queries.ts'
import { useInfiniteList } from './use-infinite-list.ts'
import { useIsOwn } from './use-is-own.ts'

type ListProps = {
  collector: Collector
  /** Alias of the network that is listed; empty: all. */
  chain: string
  /** The account exists on `chain` only, so that no other can be chosen. */
  isOnOneNetwork?: boolean
}

/** Tokens of listed collections held by an address, grouped by collection. */
export function Collected({ collector, chain, isOnOneNetwork = false }: ListProps) {
  const filter = isOnOneNetwork ? null : chain
  const { cursor = '' } = useSearch()
  const list = useInfiniteList(
    (from) => heldTokensQuery(collector.address, { chain, cursor: from }),
    cursor,
  )
  const { rows, isFirstPending } = list
  const groups = groupTokens(rows)
  return (
    <ListLayout
      id="collected"
      title="Collected"
      noun="items"
      count={countOf(collector, chain)}
      filter={filter}
      list={list}
      nothing={<NothingHeld collector={collector} chain={filter ?? ''} />}
    >
      {groups.map((group, place) => (
        <HeldGroup
          key={keyOf(group.tokens[0])}
          group={group}
          // More of the last one may follow on the next page.
          isWhole={place < groups.length - 1 || list.next === null}
        />
      ))}
      {isFirstPending && (
        <div className="prints held" aria-busy="true">
          <TokenSkeletons count={8} />
        </div>
      )}
    </ListLayout>
  )
}

type GroupProps = { group: TokenGroup; isWhole: boolean }

/** Tokens of one collection under its name and their number, or single tokens. */
function HeldGroup({ group: { isOfOne, tokens }, isWhole }: GroupProps) {
  const [first] = tokens
  if (!first) return null
  const count = tokens.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <div className="held-group">
      {isOfOne && (
        <h3>
          <Link href={collectionHref({ ...first, alias: first.collection.alias })}>
            <bdi>{first.collection.name}</bdi>
          </Link>{' '}
          <span className="muted">
            {formatCount(count)}
            {!isWhole && '+'} items on <ChainName alias={first.chain_alias} />
          </span>
        </h3>
      )}
      <div className="prints held">
        {tokens.map((token) => (
          <HeldToken key={keyOf(token)} token={token} isUnderTitle={isOfOne} />
        ))}
      </div>
    </div>
  )
}

function keyOf(token: OwnToken | undefined) {
  return token && `${token.chain_alias} ${token.contract_address} ${token.token_id}`
}

function HeldToken({ token, isUnderTitle }: { token: OwnToken; isUnderTitle: boolean }) {
  const page = collectionHref({ ...token, alias: token.collection.alias })
  return (
    <TokenCard
      token={token}
      sizes="(max-width: 700px) 45vw, (max-width: 900px) 30vw, 260px"
      href={`${page}?token=${token.token_id}`}
      title={<TokenTitle token={token} />}
      note={isUnderTitle ? undefined : <TokenNote token={token} />}
    />
  )
}

/** Collection and network of a token that stands alone; its name often has the collection's. */
function TokenNote({ token: { name, collection, chain_alias } }: { token: OwnToken }) {
  return (
    <span className="between">
      {!name.startsWith(collection.name) && <bdi>{collection.name}</bdi>}
      <ChainName alias={chain_alias} />
    </span>
  )
}

/** Name of a token: a long name is truncated before its number. */
function TokenTitle({ token: { name, token_id, quantity } }: { token: OwnToken }) {
  const number = ` #${token_id}`
  const isNumbered = name.endsWith(number)
  return (
    <>
      <bdi className="work-name">{isNumbered ? name.slice(0, -number.length) : name}</bdi>
      {isNumbered && <span>{number}</span>}
      {quantity > 1 && (
        <span className="copies">
          × {formatCount(quantity)}
          <span className="hide"> copies</span>
        </span>
      )}
    </>
  )
}

function NothingHeld({ collector, chain }: ListProps) {
  const isOwn = useIsOwn(collector)
  return (
    <EmptyList
      chain={chain}
      elsewhere={collector.collected.quantity}
      title="Nothing collected yet"
      text={
        isOwn
          ? 'You only need a wallet and a little of the network’s coin.'
          : 'Items appear here once this address holds one.'
      }
    />
  )
}

function countOf({ collected }: Collector, chain: string) {
  const on = collected.networks.find(({ chain_alias }) => chain_alias === chain)
  const quantity = chain ? (on?.quantity ?? 0) : collected.quantity
  return (
    <>
      <b>
        {formatCount(quantity)}
        {collected.is_exact ? '' : '+'}
      </b>{' '}
      {quantity === 1 ? 'item' : 'items'}
    </>
  )
}
