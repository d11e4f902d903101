import type { Collection } from '@platemark/api/collections'
import { formatCount } from '@platemark/rules/amounts'

/** Key figures of a collection. */
export function Facts({ collection }: { collection: Collection }) {
  const { max_supply, minted, kind } = collection
  const share =
    max_supply === null || max_supply === 0
      ? null
      : minted < max_supply
        ? // Not 100% while there is one left.
          Math.min(99, Math.round((minted / max_supply) * 100))
        : 100
  return (
    <dl className="collection-facts">
      <div>
        <dt>Supply</dt>
        <dd>
          {max_supply === null ? 'Open' : formatCount(max_supply)}{' '}
          <small>{kind === 'edition' ? 'ERC-1155' : 'ERC-721'}</small>
        </dd>
      </div>
      <div>
        <dt>Minted</dt>
        <dd>
          {formatCount(minted)} {share !== null && <small>{share}%</small>}
        </dd>
      </div>
      <div>
        <dt>Holders</dt>
        <dd>{formatCount(collection.holders)}</dd>
      </div>
      <div>
        <dt>Royalty</dt>
        <dd>{collection.royalty_bps / 100}%</dd>
      </div>
    </dl>
  )
}
