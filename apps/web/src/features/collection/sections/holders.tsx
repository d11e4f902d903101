import { isSameAddress } from '@platemark/rules/addresses'
import { AccountName } from '../../../components/accounts/account-name.tsx'
import './holders.css'
import type { Holder, ReadMeta, Token } from '@platemark/api/collection-reads'
import type { Collection } from '@platemark/api/collections'
import { formatCount } from '@platemark/rules/amounts'
import { formatShare } from '@platemark/rules/shares'
import { isOver } from '@platemark/rules/states'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CreatorAvatar, collectorHref } from '../../../components/creator.tsx'
import { useSession } from '../../../lib/session.ts'
import { EmptyBlock } from '../../../ui/block.tsx'
import { Link } from '../../../ui/link.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { CollectionSection, QueryContent, WhenNear } from './collection-section.tsx'
import { HolderPlot, HolderRanges } from './holder-plot.tsx'
import type { ListProps } from './items.tsx'
import { Pager } from './pager.tsx'
import { holderGroupsQuery, holdersQuery, tokensQuery } from './queries.ts'
import { type SectionSearch, sectionHref } from './section-search.ts'

/** Number of rows in the overview. */
const fewHolders = 5

/** Holders of a collection: the largest with their shares, or all of them in pages. */
export function Holders(props: ListProps) {
  const { collection, place } = props
  const isWhole = place.tab === 'holders'
  const room = <Room holders={collection.holders} isWhole={isWhole} />
  return (
    <CollectionSection id="holders" title="Holders" count={useCount(collection)}>
      {collection.holders === 0 ? (
        <NoHolders {...props} />
      ) : (
        <WhenNear room={room}>
          <HolderLists {...props} room={room} />
        </WhenNear>
      )}
    </CollectionSection>
  )
}

/** Returns the count of holders, with the token count once the lists are loaded. */
function useCount(collection: Collection): string | undefined {
  const { holders } = collection
  const known = useQuery({ ...tokensQuery(collection), enabled: false }).data
  if (holders === 0) return undefined
  const wallets = `${formatCount(holders)} ${holders === 1 ? 'wallet' : 'wallets'}`
  const held = heldOf(collection, known)
  if (!held) return wallets
  const [one, many] = nounOf(collection)
  return `${wallets} ${holders === 1 ? 'holds' : 'hold'} ${formatCount(held)} ${held === 1 ? one : many}`
}

function nounOf({ kind }: Collection): [one: string, many: string] {
  return kind === 'edition' ? ['copy', 'copies'] : ['item', 'items']
}

function HolderLists({ room, ...props }: ListProps & { room: ReactNode }) {
  const { collection, search, place } = props
  const isWhole = place.tab === 'holders'
  const query = useQuery({
    ...holdersQuery(
      collection,
      isWhole ? { page: place.page, cursor: place.cursor } : {},
    ),
    placeholderData: keepPreviousData,
  })
  const tokens = useQuery(tokensQuery(collection)).data
  const held = heldOf(collection, tokens) ?? collection.minted
  const hrefOf = (next: Partial<SectionSearch>) =>
    sectionHref(collection, search, { tab: 'holders', ...next })
  return (
    <QueryContent noun="Holders" query={query} skeleton={room}>
      {({ data, meta }) => {
        if (data.length === 0) return <NoHolders {...props} />
        const list = { rows: data, held, collection }
        if (!isWhole) {
          const total = meta.total ?? data.length
          return <LargestHolders {...list} total={total} allHref={hrefOf({})} />
        }
        return (
          <>
            <HolderTable {...list} title="Holders" />
            <Pager label="Pages of holders" meta={meta} hrefOf={hrefOf} />
          </>
        )
      }}
    </QueryContent>
  )
}

type HolderList = {
  /** In descending order. */
  rows: readonly Holder[]
  /** Total number of tokens. */
  held: number
  collection: Collection
}

type LargestHoldersProps = HolderList & { total: number; allHref: string }

/** All holders as a plot and text, beside the largest in a table. */
function LargestHolders({ total, allHref, ...list }: LargestHoldersProps) {
  return (
    <div className="holders">
      <HolderSpread collection={list.collection} />
      <div>
        <HolderTable
          {...list}
          rows={list.rows.slice(0, fewHolders)}
          title="Largest holders"
        />
        {total > fewHolders && (
          <p className="sec-all">
            <Link className="link" href={allHref} scroll={false}>
              All {formatCount(total)} holders
            </Link>
          </p>
        )}
      </div>
    </div>
  )
}

/** Plot and text, or text alone where all hold the same. Nothing where they do not load. */
function HolderSpread({ collection }: { collection: Collection }) {
  const { data, isPending } = useQuery(holderGroupsQuery(collection))
  const own = useOwnQuantity(collection)
  if (isPending) return <SpreadRoom holders={collection.holders} />
  const groups = data?.data ?? []
  const hasPlot = collection.holders > fewHolders && groups.length > 1
  return (
    <div className={hasPlot ? 'plot-wait' : 'shares-wait'}>
      {hasPlot && <HolderPlot groups={groups} own={own} />}
      <HolderRanges groups={groups} />
    </div>
  )
}

/** Returns how much the connected wallet holds, 0 while it is not known. */
function useOwnQuantity(collection: Collection): number {
  const { wallet } = useSession()
  const { data } = useQuery(
    wallet
      ? tokensQuery(collection, { owner: wallet.address })
      : { queryKey: ['tokens without wallet'], queryFn: skipToken },
  )
  const [first] = data?.data ?? []
  return (collection.kind === 'edition' ? first?.quantity : data?.meta.total) ?? 0
}

function SpreadRoom({ holders }: { holders: number }) {
  const hasPlot = holders > fewHolders
  return (
    <div className={hasPlot ? 'plot-wait' : 'shares-wait'} aria-hidden="true">
      {hasPlot && <Skeleton width="100%" height={170} />}
    </div>
  )
}

/** Returns the number of existing tokens: minted minus burned. */
function heldOf(
  { kind }: Collection,
  tokens: { data: Token[]; meta: ReadMeta } | undefined,
): number | undefined {
  return (
    (kind === 'edition' ? tokens?.data[0]?.quantity : tokens?.meta.total) ?? undefined
  )
}

function HolderTable({ rows, held, collection, title }: HolderList & { title: string }) {
  const { wallet } = useSession()
  return (
    <table className="holder-table">
      <thead>
        <tr>
          <th scope="col">{title}</th>
          <th scope="col" className="num">
            {collection.kind === 'edition' ? 'Copies' : 'Items'}
          </th>
          <th scope="col" className="num">
            Share
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((holder) => (
          <tr key={holder.address}>
            <td>
              <span className="who">
                <CreatorAvatar creator={holder} size={24} />
                <Link
                  href={collectorHref(holder.address, holder.account_chain)}
                  title={holder.address}
                >
                  <AccountName {...holder} />
                </Link>
                {isSameAddress(holder.address, wallet?.address) && (
                  <b className="own-mark">You</b>
                )}
              </span>
            </td>
            <td className="num">{formatCount(holder.quantity)}</td>
            <td className="num muted">{formatShare(holder.quantity, held)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function NoHolders({ collection, search, place }: ListProps) {
  if (collection.holders > 0) {
    return (
      <EmptyBlock
        title="Nothing on this page"
        actions={
          <Link
            className="button quiet"
            href={sectionHref(collection, search, { tab: place.tab })}
            scroll={false}
          >
            To the first page
          </Link>
        }
      >
        The list has fewer pages.
      </EmptyBlock>
    )
  }
  if (isOver(collection.state))
    return <EmptyBlock title="No holders">{emptyMessage(collection)}</EmptyBlock>
  return (
    <EmptyBlock
      title="No holders yet"
      actions={
        <a className="button quiet" href="#mint">
          To the mint panel
        </a>
      }
    >
      The first mint will appear here.
    </EmptyBlock>
  )
}

function emptyMessage({ minted }: Collection): string {
  return minted === 0 ? 'Minting ended with no mints.' : 'Every item was burned.'
}

function Room({ holders, isWhole }: { holders: number; isWhole: boolean }) {
  const rows = (count: number) => (
    <div className="holder-wait" aria-hidden="true">
      {Array.from({ length: count }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move.
        <div key={place}>
          <Skeleton width={24} height={24} />
          <Skeleton width={120} />
          <Skeleton width={40} />
        </div>
      ))}
    </div>
  )
  if (isWhole) return rows(Math.min(holders, 24))
  return (
    <div className="holders">
      <SpreadRoom holders={holders} />
      <div>
        {rows(Math.min(holders, fewHolders))}
        {holders > fewHolders && <div className="sec-all-room" />}
      </div>
    </div>
  )
}
