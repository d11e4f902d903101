import type { Draft } from '@platemark/api/studio'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useAppConfig, useNetworkNames } from '../../components/app-config.ts'
import { Failure } from '../../components/failure.tsx'
import { PlatePicture, plateUrl } from '../../components/plate-picture.tsx'
import { SaveButton } from '../../components/read-only/save-button.tsx'
import { studioQuery } from '../../components/studio-query.ts'
import { When } from '../../components/when.tsx'
import { useLastError } from '../../lib/use-last-error.ts'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { nextStep } from './step-facts.ts'
import { stepHref } from './steps.ts'
import { WizardSkeleton } from './wizard-skeleton.tsx'

/** Most drafts that are offered; the newest. */
const MAX_OFFERED = 12

/** Offers the unfinished drafts and a new one; without drafts it begins a new one. */
export function DraftChoice() {
  const router = useRouter()
  const { read_only } = useAppConfig()
  const read = useQuery({ ...studioQuery(), staleTime: 0 })
  const error = useLastError(read)
  const drafts = read.data?.data.filter(isUnfinished)
  const isEmpty = drafts?.length === 0 && !read.isFetching
  useEffect(() => {
    if (!isEmpty || read_only) return
    const href = stepHref('art', undefined)
    void router.navigate({ href, replace: true, resetScroll: false })
  }, [isEmpty, read_only, router])

  if (error && !drafts) {
    return (
      <Failure
        level="h2"
        title="Your drafts could not be loaded"
        text="They are stored on this site. Try again in a moment."
        error={error}
        isBusy={read.isFetching}
        onRetry={() => void read.refetch()}
      />
    )
  }
  if (isEmpty && read_only) return <NothingToShow />
  if (!drafts || drafts.length === 0) return <WizardSkeleton />
  return (
    <div className="create-choice">
      <h1>Create a collection</h1>
      <p className="lead">
        {drafts.length === 1
          ? 'You have an unfinished draft.'
          : `You have ${drafts.length} unfinished drafts.`}
      </p>
      <ul className="card draft-list">
        {drafts.slice(0, MAX_OFFERED).map((draft) => (
          <DraftRow key={draft.contract_id} draft={draft} />
        ))}
      </ul>
      {read_only ? (
        <SaveButton>Start a new one</SaveButton>
      ) : (
        <Link className="button" href={stepHref('art', undefined)}>
          Start a new one
        </Link>
      )}
    </div>
  )
}

/** On a read-only site no draft can be started. */
function NothingToShow() {
  return (
    <div className="create-choice">
      <h1>Create a collection</h1>
      <p className="lead">You have no unfinished drafts.</p>
      <SaveButton>Start a new one</SaveButton>
    </div>
  )
}

function isUnfinished({ state }: Draft): boolean {
  return state === 'draft' || state === 'deploying'
}

function DraftRow({ draft }: { draft: Draft }) {
  const nameNetwork = useNetworkNames()
  const { fields, image, contract_id, updated_at, state } = draft
  const name = fields.name || 'Untitled collection'
  const plate = plateUrl(contract_id)
  return (
    <li>
      <div className="mat">
        {image ? (
          <PlatePicture picture={image} alt="" sizes="52px" fallback={plate} />
        ) : (
          <img src={plate} alt="" width={52} height={52} />
        )}
      </div>
      <div>
        <Link className="draft-link" href={stepHref(nextStep(draft), contract_id)}>
          Continue {name}
        </Link>
        <p className="muted small">
          {nameNetwork(fields.chain_alias)},{' '}
          {state === 'deploying' ? 'being deployed' : 'saved'} <When at={updated_at} />
        </p>
      </div>
      <Icon name="right" />
    </li>
  )
}
