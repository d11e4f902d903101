import { formatCount } from '@platemark/rules/amounts'
import type { OwnToken } from '@platemark/wire/collection-reads'
import type { Collector } from '@platemark/wire/collector'
import { ChainName } from '../../components/chain-tag.tsx'
import { collectionHref } from '../../components/collection-card.tsx'
import { Failure } from '../../components/failure.tsx'
import { TokenCard, TokenSkeletons } from '../../components/token-card.tsx'
import { useSearch } from '../../lib/use-search.ts'
import { useIsOwn } from './collector-notice.tsx'
import { More } from './more.tsx'
import { NetworkPick } from './network-pick.tsx'
import { Nothing } from './nothing.tsx'
import { heldTokens } from './queries.ts'
import { useParts } from './use-parts.ts'

type ListProps = { collector: Collector; chain: string }

/** What the account holds of listed collections, collection by collection. */
export function Collected({ collector, chain }: ListProps) {
  const { cursor = '' } = useSearch()
  const { rows, isFirstPending, failed, isLoadingMore, next, showMore } = useParts(
    (from) => heldTokens(collector.address, { chain, cursor: from }),
    cursor,
  )
  const isEmpty = !isFirstPending && !failed && rows.length === 0 && next === null
  return (
    <section aria-labelledby="collected">
      <h2 className="hide" id="collected">
        Collected
      </h2>
      <div className="list-tools">
        <p className="count" role="status">
          {countOf(collector, chain)}
        </p>
        <NetworkPick chain={chain} />
      </div>
      {isEmpty && <NothingHeld collector={collector} chain={chain} />}
      {failed && rows.length === 0 ? (
        <Failure
          title="Collected could not be loaded"
          text="The rest of the page is fine."
          error={failed.error}
          onRetry={() => void failed.refetch()}
          isBusy={failed.isFetching}
        />
      ) : (
        <>
          <div className="prints held" aria-busy={isFirstPending || undefined}>
            {rows.map((token) => (
              <HeldToken
                key={`${token.chain_alias} ${token.contract_address} ${token.token_id}`}
                token={token}
              />
            ))}
            {isFirstPending && <TokenSkeletons count={8} />}
          </div>
          <More
            title="The next prints could not be loaded"
            next={next}
            isLoading={isLoadingMore}
            failed={failed}
            onMore={showMore}
          />
        </>
      )}
    </section>
  )
}

function HeldToken({ token }: { token: OwnToken }) {
  const page = collectionHref({ ...token, alias: token.collection.alias })
  const copies = token.quantity > 1 && (
    <span className="copies">
      × {formatCount(token.quantity)}
      <span className="hide"> copies</span>
    </span>
  )
  return (
    <TokenCard
      token={token}
      sizes="(max-width: 700px) 45vw, (max-width: 900px) 30vw, 260px"
      href={`${page}?token=${token.token_id}`}
      title={
        <>
          {token.name}
          {copies}
        </>
      }
      note={
        <span className="between">
          <span>{token.collection.name}</span>
          <ChainName alias={token.chain_alias} />
        </span>
      }
    />
  )
}

function NothingHeld({ collector, chain }: ListProps) {
  const isOwn = useIsOwn(collector)
  return (
    <Nothing
      chain={chain}
      elsewhere={collector.collected.quantity}
      title={isOwn ? 'Your first print will hang here' : 'Nothing collected yet'}
      text={
        isOwn
          ? 'Minting needs a wallet and a little of the network’s coin, nothing else.'
          : 'Prints from collections of this site appear here as soon as this address holds one.'
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
      {quantity === 1 ? 'print' : 'prints'}
    </>
  )
}
