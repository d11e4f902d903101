import type { Deployment } from '@platemark/api/deployments'
import { formatCount } from '@platemark/rules/amounts'
import { namePhase } from '@platemark/rules/phase-name'
import { toMoment } from '@platemark/rules/times'
import { useEffect, useRef } from 'react'
import { collectionHref } from '../../../components/collection-href.ts'
import { collectionPlateUrl } from '../../../components/plate-picture.tsx'
import { shareLink } from '../../../components/share-link.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Link } from '../../../ui/link.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { DraftPicture } from '../frame/draft-picture.tsx'
import type { DeploymentProps } from './deployment-props.ts'
import { type Opening, readOpening } from './opening.ts'

type DeployedCardProps = DeploymentProps & { known: Deployment | undefined; now: number }

/** The deployed collection, with its page once it is indexed. */
export function DeployedCard(props: DeployedCardProps) {
  const { draft, network, deployment, known, now } = props
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const { created } = deployment.shown
  const page = known?.collection ? collectionHref(known.collection) : null
  const { name, phases } = draft.fields
  const opening = readOpening(phases, now)
  const address = created?.collection ?? known?.collection?.contract_address
  return (
    <section className="card panel live-card" aria-labelledby="live">
      <div className="mat">
        <DraftPicture
          draft={draft}
          sizes="84px"
          contractPlate={
            address &&
            collectionPlateUrl({ chain_alias: network.alias, contract_address: address })
          }
        />
      </div>
      <div>
        {created?.blockNumber !== null && created?.blockNumber !== undefined && (
          <p className="live-block">
            <Icon name="check" />
            <b>In block {formatCount(created.blockNumber)}</b>
          </p>
        )}
        <h2 id="live" ref={title} tabIndex={-1}>
          {name} is {opening.state === 'live' ? 'live' : 'deployed'}
        </h2>
        <p className="muted small">{openingSentence(opening, now)}</p>
      </div>
      {page ? (
        <div className="row live-actions">
          <Link className="button" href={page}>
            Open page
          </Link>
          <Link className="button quiet" href={`/studio/${draft.contract_id}`}>
            Open in Studio
          </Link>
          <Button
            look="quiet"
            onClick={() =>
              void shareLink({ title: name, url: new URL(page, location.origin).href })
            }
          >
            <Icon name="copy" />
            Share link
          </Button>
        </div>
      ) : (
        <p className="row live-actions muted small" role="status">
          <Spinner />
          Indexing. The page opens in a moment.
        </p>
      )}
    </section>
  )
}

/** Returns which phase is open, or when the next one opens. */
function openingSentence({ state, phase }: Opening, now: number): string {
  if (!phase) return 'No phase is planned.'
  if (state === 'live') return `${namePhase(phase.title)} is open.`
  return `${namePhase(phase.title)} opens ${toMoment(phase.start, true, now)?.main ?? ''}.`
}
