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
import { type Blocked, isShown, nullableApiQuery } from '../../lib/query.ts'
import { readToken, useSession } from '../../lib/session.ts'
import { Drawing } from '../../ui/icon.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Link } from '../../ui/link.tsx'

const OwnBlocked = lazyPart(async () => (await import('./own-blocked.tsx')).OwnBlocked)

/** What the server says of a blocked collection: to strangers its place, to its owner all. */
export type BlockedResponse = Blocked | { data: Collection }

/** A blocked collection: for visitors where its contract is and nothing of it. */
export function BlockedCollection({ painted }: { painted: BlockedResponse }) {
  const router = useRouter()
  const queries = useQueryClient()
  const { user } = useSession()
  const { chain_alias, contract_address } = painted.data
  const { data: answer = painted } = useQuery({
    // Not from the page's own queries: this view would bring the whole page along.
    ...nullableApiQuery(getCollection, { params: { chain_alias, contract_address } }),
    // The page was painted for strangers: who is signed in asks again, and may be the owner.
    enabled: user !== null && readToken() !== null,
    staleTime: 0,
  })
  const isOver = isShown(answer) || answer === null
  useEffect(() => {
    if (!isOver) return
    // The address of the page may be another one of the same collection.
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
    : 'Those who run this site have'
  return (
    <div className="blocked">
      <PageTitle>Not shown here</PageTitle>
      <div className="seat" aria-hidden="true">
        <Drawing path={forbidden} size={40} />
      </div>
      <div>
        <h1>This collection is not shown here</h1>
        <p>
          {who} blocked it. The contract on {network?.name ?? chain} is unchanged: whoever
          holds its prints still does, and wallets and explorers still show them.
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
