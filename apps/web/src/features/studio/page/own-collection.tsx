import './page.css'
import type { Collection } from '@platemark/api/collections'
import { Problem } from '@platemark/api/problem'
import type { User } from '@platemark/api/profile'
import type { Draft } from '@platemark/api/studio'
import { isSameAddress } from '@platemark/rules/addresses'
import { useQuery } from '@tanstack/react-query'
import { useParams, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useNetwork } from '../../../components/app-config.ts'
import { collectionQuery } from '../../../components/collection-queries.ts'
import { Failure } from '../../../components/failure.tsx'
import { PageTitle } from '../../../components/page-title.tsx'
import { useFailedRead } from '../../../lib/use-last-error.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Link } from '../../../ui/link.tsx'
import { EditorNotice } from '../editors/editor-notice.tsx'
import { HandedOver } from '../editors/handed-over.tsx'
import { Ownership } from '../editors/ownership.tsx'
import { ExitSection } from '../exit/exit-section.tsx'
import { Figures } from '../figures/figures.tsx'
import { HolderFigures } from '../figures/holder-figures.tsx'
import { Phases } from '../figures/phases.tsx'
import { Referrers } from '../figures/referrers.tsx'
import { NotYours } from '../not-yours.tsx'
import { ownDraftQuery } from '../queries.ts'
import { Settings } from '../settings/settings.tsx'
import { CollectionHead } from './collection-head.tsx'
import { CollectionNotices } from './collection-notices.tsx'
import { CollectionSkeleton } from './collection-skeleton.tsx'
import { CollectionSums } from './collection-sums.tsx'
import type { Own } from './own.ts'
import { QuickActions } from './quick-actions.tsx'
import { refreshMs, useFigures } from './use-figures.ts'

/** One collection of the signed-in user; a draft leads to the wizard. */
export function OwnCollection({ user }: { user: User }) {
  const { contract_id: id = '' } = useParams({ strict: false })
  const draftRead = useQuery({ ...ownDraftQuery(id), staleTime: 0 })
  const draft = draftRead.data?.data
  const deployed = draft && isDeployed(draft) ? draft : undefined
  const collectionRead = useQuery({
    ...collectionQuery(draft?.fields.chain_alias ?? '', draft?.contract_address ?? ''),
    enabled: deployed !== undefined,
    refetchInterval: refreshMs(deployed?.state),
  })
  const failed = useFailedRead([draftRead, collectionRead])
  const network = useNetwork(draft?.fields.chain_alias ?? '')
  // A draft that was kept from before may have been deployed since.
  useDraftRedirect(draftRead.isFetchedAfterMount ? draft : undefined)
  const answer = collectionRead.data
  const collection = answer && !('error' in answer) ? answer.data : undefined
  // The draft is not answered any more to the former owner, who has it from before.
  const isNewer = collectionRead.dataUpdatedAt > draftRead.dataUpdatedAt
  if (collection && isNewer && isHandedOver(deployed, collection, user)) {
    return <HandedOver collection={collection} />
  }
  if (isMissing(draftRead.error) || answer === null) return <NotYours />
  if (deployed && !isSameAddress(deployed.owner, user.address)) {
    return <EditorNotice draft={deployed} />
  }
  if (deployed && collection && network) {
    return <Sections own={{ draft: deployed, collection, network, user }} />
  }
  if (failed) {
    return (
      <Failure
        level="h1"
        title="Your collection could not be loaded"
        text="Its contract is not affected. Try again in a moment."
        error={failed.error}
        isBusy={failed.read.isFetching}
        onRetry={() => void failed.read.refetch()}
      />
    )
  }
  return <CollectionSkeleton />
}

/** All sections, in the order of the page. */
function Sections({ own: read }: { own: Own }) {
  const own = useFigures(read)
  return (
    <div className="own-collection">
      <PageTitle>{`${own.collection.name}, Studio`}</PageTitle>
      <Link className="back-link" href="/studio">
        <Icon name="left" />
        Studio
      </Link>
      <CollectionHead own={own} />
      <CollectionNotices own={own} />
      <CollectionSums own={own} />
      <QuickActions own={own} />
      <div className="own-sections">
        <Figures own={own} />
        <Phases own={own} />
        <div className="own-half">
          <HolderFigures own={own} />
          <Referrers own={own} />
        </div>
        <Settings own={own} />
        <Ownership own={own} />
        <ExitSection own={own} />
      </div>
    </div>
  )
}

/** Returns whether a collection that was the user's when its draft was read has another owner. */
function isHandedOver(
  draft: Draft | undefined,
  { owner }: Collection,
  { address }: User,
): boolean {
  return (
    draft !== undefined &&
    isSameAddress(draft.owner, address) &&
    !isSameAddress(owner, address)
  )
}

function isDeployed({ state, contract_address }: Draft): boolean {
  return contract_address !== null && !['draft', 'deploying', 'failed'].includes(state)
}

/** Returns whether there is no such draft or collection of the caller. */
function isMissing(error: Error | null): boolean {
  return error instanceof Problem && (error.status === 404 || error.status === 422)
}

/** Leaves for the wizard if there is no collection yet. */
function useDraftRedirect(draft: Draft | undefined) {
  const router = useRouter()
  const id = draft && !isDeployed(draft) ? draft.contract_id : undefined
  const step = draft?.state === 'deploying' ? '&step=review' : ''
  useEffect(() => {
    if (id === undefined) return
    void router.navigate({ href: `/create?draft=${id}${step}`, replace: true })
  }, [id, step, router])
}
