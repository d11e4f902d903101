import type { Token } from '@platemark/api/collection-reads'
import type { Collection } from '@platemark/api/collections'
import type { Network } from '@platemark/api/config'
import { isSameAddress } from '@platemark/rules/addresses'
import { formatCount } from '@platemark/rules/amounts'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { AccountName } from '../../../components/accounts/account-name.tsx'
import { TokenCard, TokenSkeletons } from '../../../components/token-card.tsx'
import { useSession } from '../../../lib/session.ts'
import { EmptyBlock } from '../../../ui/block.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Link } from '../../../ui/link.tsx'
import { CollectionSection, QueryContent, WhenNear } from './collection-section.tsx'
import { firstPrintSentence } from './first-print.ts'
import { Pager } from './pager.tsx'
import { tokensQuery } from './queries.ts'
import { type SectionSearch, sectionHref, tokenHref } from './section-search.ts'
import { useNewTokens } from './use-new-tokens.ts'

export type ListProps = {
  collection: Collection
  network: Network
  /** Query of the URL and its parsed list parameters. */
  search: Record<string, string>
  place: SectionSearch
}

/** Number of cards in the overview. */
const fewItems = 12
const fewOnPhones = 6

/** Tokens of a collection: the newest ones, or all of them in pages. */
export function Items(props: ListProps) {
  const { collection, place } = props
  const isWhole = place.tab === 'items'
  const { minted, kind } = collection
  const room = <Room count={kind === 'edition' ? 1 : minted} isWhole={isWhole} />
  return (
    <CollectionSection
      id="items"
      title="Items"
      count={useCount(collection)}
      tools={minted > 0 ? <Tools {...props} /> : undefined}
    >
      {minted === 0 ? (
        <NoItems {...props} />
      ) : (
        <WhenNear room={room}>
          <Prints {...props} room={room} />
        </WhenNear>
      )}
    </CollectionSection>
  )
}

/** Returns the count without burned tokens, once the list is loaded. */
function useCount(collection: Collection): string | undefined {
  const { minted, kind } = collection
  const known = useQuery({ ...tokensQuery(collection), enabled: false })
  const added = useNewTokens(collection, known)
  if (minted === 0 || kind === 'edition') return undefined
  const total = known.data?.meta.total
  return formatCount(typeof total === 'number' ? total + added.count : minted)
}

function Room({ count, isWhole }: { count: number; isWhole: boolean }) {
  if (isWhole) {
    return (
      <div className="prints">
        <TokenSkeletons count={Math.min(count, 24)} />
      </div>
    )
  }
  return (
    <>
      <div className="prints few">
        <TokenSkeletons count={Math.min(count, fewItems)} />
      </div>
      {count > fewOnPhones && (
        <div className={moreClass(count)} aria-hidden="true">
          <span className="button quiet">Show all</span>
        </div>
      )}
    </>
  )
}

/** Cards that only wider screens show. */
function moreClass(total: number): string {
  return total > fewItems ? 'sec-more' : 'sec-more on-phones'
}

function Prints({ room, ...props }: ListProps & { room: React.ReactNode }) {
  const { collection, search, place } = props
  const isWhole = place.tab === 'items'
  const query = useQuery({
    ...tokensQuery(collection, isWhole ? place : {}),
    placeholderData: keepPreviousData,
  })
  const added = useNewTokens(collection, query)
  const hrefOf = (next: Partial<SectionSearch>) => sectionHref(collection, search, next)
  const { owner, order } = place
  return (
    <QueryContent noun="Items" query={query} skeleton={room}>
      {({ data, meta }) => {
        const tokens = isWhole ? data : [...added.tokens, ...data]
        if (tokens.length === 0) return <NoItems {...props} />
        const shown = isWhole ? tokens : tokens.slice(0, fewItems)
        const total = (meta.total ?? collection.minted) + (isWhole ? 0 : added.count)
        return (
          <>
            <div className={isWhole ? 'prints' : 'prints few'}>
              {shown.map((token) => (
                <TokenCard
                  key={token.token_id}
                  token={token}
                  href={tokenHref(collection, search, token.token_id)}
                  title={<TokenName token={token} />}
                  note={<Note token={token} collection={collection} owner={owner} />}
                  keepsScroll
                />
              ))}
            </div>
            {isWhole ? (
              <Pager
                label="Pages of items"
                meta={meta}
                hrefOf={(next) => hrefOf({ tab: 'items', owner, order, ...next })}
              />
            ) : (
              <ShowAll total={total} href={hrefOf({ tab: 'items' })} />
            )}
          </>
        )
      }}
    </QueryContent>
  )
}

function ShowAll({ total, href }: { total: number; href: string }) {
  if (total <= fewOnPhones) return null
  return (
    <div className={moreClass(total)}>
      <Link className="button quiet" href={href} scroll={false}>
        Show all {formatCount(total)}
      </Link>
    </div>
  )
}

/** A name that is too long is truncated before its number. */
function TokenName({ token: { name, token_id } }: { token: Token }) {
  const number = ` #${token_id}`
  if (!name.endsWith(number)) return name
  return (
    <span className="numbered">
      <span>{name.slice(0, -number.length)}</span>
      {number}
    </span>
  )
}

/** Owner of a token; for an edition its number of copies, or those of one owner. */
function Note({
  token,
  collection,
  owner,
}: {
  token: Token
  collection: Collection
  owner: string | undefined
}) {
  const { wallet } = useSession()
  if (collection.kind === 'edition') {
    return owner
      ? `× ${formatCount(token.quantity)}`
      : `${formatCount(token.quantity)} ${token.quantity === 1 ? 'copy' : 'copies'}`
  }
  if (!token.owner) return null
  if (isSameAddress(token.owner, wallet?.address)) return <b>Yours</b>
  return <AccountName address={token.owner} />
}

function Tools(props: ListProps) {
  const { collection } = props
  return (
    <>
      <OwnerChip {...props} />
      {collection.kind !== 'edition' && collection.minted > 1 && (
        <OrderSelect {...props} />
      )}
    </>
  )
}

/** Filter by the viewer's or another owner's tokens, and the link to all of them. */
function OwnerChip({ collection, search, place }: ListProps) {
  const { wallet } = useSession()
  const { owner, order } = place
  const own = useQuery(
    wallet
      ? tokensQuery(collection, { owner: wallet.address })
      : { queryKey: ['tokens without wallet'], queryFn: skipToken },
  )
  const added = useNewTokens(collection, own)
  const hrefOf = (next: Partial<SectionSearch>) =>
    sectionHref(collection, search, { tab: 'items', order, ...next })
  if (owner) {
    const isOwn = isSameAddress(owner, wallet?.address)
    return (
      <Link className="chip" href={hrefOf({})} scroll={false} aria-current="true">
        {isOwn ? (
          'Yours'
        ) : (
          <>
            Of <AccountName address={owner} />
          </>
        )}
        <Icon name="close" size={16} />
        <span className="hide">, show all</span>
      </Link>
    )
  }
  if (!wallet) return null
  const { data: rows, meta } = own.data ?? { data: [] }
  const count =
    collection.kind === 'edition'
      ? (rows[0]?.quantity ?? 0)
      : (meta?.total ?? 0) + added.count
  return (
    <Link className="chip" href={hrefOf({ owner: wallet.address })} scroll={false}>
      Yours {formatCount(count)}
    </Link>
  )
}

function OrderSelect({ collection, search, place }: ListProps) {
  const router = useRouter()
  const { owner, order } = place
  const choose = (value: string) => {
    const href = sectionHref(collection, search, {
      tab: 'items',
      owner,
      order: value === 'oldest' ? value : undefined,
    })
    void router.navigate({ href, resetScroll: false, replace: place.tab === 'items' })
  }
  return (
    <label className="chip chip-select">
      <span className="hide">Order</span>
      <select value={order ?? 'newest'} onChange={(event) => choose(event.target.value)}>
        <option value="newest">Newest first</option>
        <option value="oldest">Oldest first</option>
      </select>
      <Icon name="down" size={16} />
    </label>
  )
}

function NoItems({ collection, search, place }: ListProps) {
  const { wallet } = useSession()
  const { owner } = place
  const hrefOf = (next: Partial<SectionSearch>) => sectionHref(collection, search, next)
  if (collection.minted === 0) return <NothingMinted collection={collection} />
  const all = (
    <Link className="button quiet" href={hrefOf({ tab: 'items' })} scroll={false}>
      Show all {formatCount(collection.minted)}
    </Link>
  )
  if (!owner) {
    return (
      <EmptyBlock
        title={place.page ? 'Nothing on this page' : 'No items to show'}
        actions={place.page ? all : null}
      >
        {/* The count includes this visitor's unconfirmed mint; the list does not. */}
        {place.page
          ? 'The list has fewer pages.'
          : 'A new item appears here once its mint is confirmed. Burned items are not listed.'}
      </EmptyBlock>
    )
  }
  const isOwn = isSameAddress(owner, wallet?.address)
  return (
    <EmptyBlock title={isOwn ? 'None of these is yours' : 'None of these'} actions={all}>
      {isOwn ? 'This wallet, ' : ''}
      <AccountName address={owner} />
      {isOwn ? ',' : ''} holds no <bdi>{collection.name}</bdi>.
    </EmptyBlock>
  )
}

function NothingMinted({ collection }: Pick<ListProps, 'collection'>) {
  return (
    <EmptyBlock
      title={collection.state === 'ended' ? 'Nothing was minted' : 'Nothing minted yet'}
      actions={
        collection.phases.length > 0 && (
          <a className="button quiet" href="#phases">
            See all phases
          </a>
        )
      }
    >
      {firstPrintSentence(collection)}
    </EmptyBlock>
  )
}
