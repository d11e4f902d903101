import type { Card } from '@platemark/api/collections'
import { memo } from 'react'
import { Link } from '../ui/link.tsx'
import { AccountName } from './accounts/account-name.tsx'
import { ChainName } from './chain-tag.tsx'
import { collectionHref } from './collection-href.ts'
import { MintedCount, MintProgress } from './mint-progress.tsx'
import { OwnMedals } from './own-medals.tsx'
import { collectionPlateUrl, PlatePicture } from './plate-picture.tsx'
import { Price } from './price.tsx'
import { StatusBadge } from './status-badge.tsx'

type CardProps = { card: Card; isFirst?: boolean }

/**
 * Card of one collection in a list. Memoized: a refetched list passes the same object for
 * an unchanged collection.
 */
export const CollectionCard = memo(function CollectionCard({ card, isFirst }: CardProps) {
  return (
    <article className="work">
      <div className="mat">
        <PlatePicture
          picture={card.image}
          alt=""
          sizes="(max-width: 700px) 45vw, (max-width: 900px) 30vw, 260px"
          fallback={collectionPlateUrl(card)}
          {...(isFirst && { isFirst })}
        />
      </div>
      <div className="label">
        <div className="meta">
          <StatusBadge
            state={card.state}
            opensAt={card.next_change_at}
            endsAt={card.ends_at}
          />
          <ChainName alias={card.chain_alias} />
        </div>
        <h3>
          <Link href={collectionHref(card)}>{card.name}</Link>
        </h3>
        <p className="by">
          <AccountName {...card.creator} />
          <CreatorMedals creator={card.creator} />
        </p>
        <MintProgress {...card} />
        <div className="meta foot">
          <CardPrice card={card} />
          <MintedCount {...card} />
        </div>
      </div>
    </article>
  )
})

/** Pinned achievements beside the name of a creator. */
function CreatorMedals({
  creator: { name, address, account_chain },
}: Pick<Card, 'creator'>) {
  return name && <OwnMedals address={address} chain={account_chain} size={18} />
}

/** Price of a card; a dash for a collection without phases. */
export function CardPrice({ card }: { card: Card }) {
  if (card.price_wei === null) return <span className="price">–</span>
  const terms = {
    priceWei: BigInt(card.price_wei),
    mintFeeWei: BigInt(card.mint_fee_wei),
    isAllowlistOnly: card.is_allowlist_only,
  }
  return <Price terms={terms} chain={card.chain_alias} symbol={card.currency} />
}
