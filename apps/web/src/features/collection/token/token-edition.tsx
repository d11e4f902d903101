import type { TokenDetails } from '@platemark/api/collection-reads'
import type { Collection } from '@platemark/api/collections'
import { formatCount } from '@platemark/rules/amounts'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useSession } from '../../../lib/session.ts'
import { tokensQuery } from '../sections/queries.ts'

/** Number of copies of an edition in the connected wallet. */
export function OwnCopies({ collection }: { collection: Collection }) {
  const { wallet } = useSession()
  const own = useQuery({
    ...tokensQuery(collection, { owner: wallet?.address }),
    ...(!wallet && { queryFn: skipToken }),
  })
  const copies = own.data?.data[0]?.quantity
  if (!wallet || !copies) return null
  return (
    <p className="token-lede mine">
      You hold {formatCount(copies)} {copies === 1 ? 'copy' : 'copies'}.
    </p>
  )
}

/** Key figures of an edition. */
export function EditionNumbers({ token }: { token: TokenDetails }) {
  const { existing, holders, burned } = token
  return (
    <dl className="token-numbers">
      <div>
        <dt>Copies</dt>
        <dd>{formatCount(existing)}</dd>
      </div>
      <div>
        <dt>Holders</dt>
        <dd>{formatCount(holders)}</dd>
      </div>
      {burned > 0 && (
        <div>
          <dt>Burned</dt>
          <dd>{formatCount(burned)}</dd>
        </div>
      )}
    </dl>
  )
}
