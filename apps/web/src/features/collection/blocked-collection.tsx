import type { Collection } from '@platemark/api/collections'
import type { BlockedPlace } from '@platemark/api/moderation'
import { getCollection } from '@platemark/api/operations'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Address } from '../../components/address.tsx'
import { useAppConfig, useNetwork } from '../../components/app-config.ts'
import { ChainTag } from '../../components/chain-tag.tsx'
import { PageTitle } from '../../components/page-title.tsx'
import { isShown, nullableApiQuery, type Withheld } from '../../lib/query.ts'
import { readToken, useSession } from '../../lib/session.ts'
import { Drawing } from '../../ui/icon.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Link } from '../../ui/link.tsx'

const OwnBlocked = lazyPart(async () => (await import('./own-blocked.tsx')).OwnBlocked)

/**
 * Response for a blocked collection: its location for visitors, all data for its owner.
 */
export type BlockedResponse = Withheld<BlockedPlace> | { data: Collection }

/** Page of a blocked collection: visitors see where its contract is and nothing else. */
export function BlockedCollection({ initial }: { initial: BlockedResponse }) {
  const router = useRouter()
  const queries = useQueryClient()
  const { user } = useSession()
  const { chain_alias, contract_address } = initial.data
  const { data: answer = initial } = useQuery({
    // Not `collectionQuery`: importing it would pull the page's chunks into this view.
    ...nullableApiQuery(getCollection, { params: { chain_alias, contract_address } }),
    // SSR renders the visitor's view; a signed-in user may be the owner, so fetch again.
    enabled: user !== null && readToken() !== null,
    staleTime: 0,
  })
  const isOver = isShown(answer) || answer === null
  useEffect(() => {
    if (!isOver) return
    // The same collection may be cached under its other URL.
    queries.removeQueries({ type: 'inactive' })
    void router.invalidate()
  }, [isOver, queries, router])

  if (answer && !('error' in answer)) return <OwnBlocked collection={answer.data} />
  return <BlockedLocation chain={chain_alias} address={contract_address} />
}

function BlockedLocation({
  chain,
  address,
}: {
  chain: string
  address: BlockedPlace['contract_address']
}) {
  const { operator_name } = useAppConfig()
  const network = useNetwork(chain)
  const who = operator_name
    ? `${operator_name}, who runs this site, has`
    : 'The operator of this site has'
  return (
    <div className="blocked">
      <PageTitle>Not shown here</PageTitle>
      <div className="seat" aria-hidden="true">
        <Drawing path={forbidden} size={40} />
      </div>
      <div>
        <h1>This collection is not shown here</h1>
        <p>
          {who} blocked it. The contract on {network?.name ?? chain} is unchanged: holders
          keep their items, and wallets and explorers still show them.
        </p>
        <p className="id">
          <ChainTag alias={chain} />
          <span>
            Contract{' '}
            <Address address={address} noun="contract address" network={network} />
          </span>
        </p>
        <div className="row">
          <Link className="button" href="/collections">
            Browse collections
          </Link>
          <Link className="button quiet" href="/about#blocked">
            How blocking works
          </Link>
        </div>
      </div>
    </div>
  )
}

const forbidden = 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM5.600 5.600l12.800 12.800'
