import type { DeploymentAttempt } from '@platemark/mint/deployment-context'
import { formatCount, shortAddress } from '@platemark/rules/amounts'
import { explorerLink } from '@platemark/rules/explorer'
import type { ReactNode } from 'react'
import { useNow } from '../../../lib/clock.ts'
import { useSession } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { ExternalLink } from '../../../ui/external-link.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import type { DeploymentProps } from './deployment-props.ts'

type StepsProps = DeploymentProps & { attempt: DeploymentAttempt }

/** The steps of a deployment on its way. */
export function DeploymentSteps({ draft, network, deployment, attempt }: StepsProps) {
  const { wallet } = useSession()
  const name = wallet?.name ?? 'your wallet'
  const place = places[attempt.step]
  const isLate = attempt.step === 'wallet' && attempt.isLate
  return (
    <section className="card panel" aria-labelledby="deploying" aria-live="polite">
      <h2 className="h3" id="deploying">
        Deploying {draft.fields.name}
      </h2>
      <ol className="track">
        <TrackStep at={0} place={place} title="Prepare">
          Lists are published, and the draft is closed for changes.
        </TrackStep>
        <TrackStep at={1} place={place} title={`Confirm in ${name}`}>
          {place === 1
            ? 'Check that it shows no cost but the network fee, then confirm.'
            : 'One request, for one transaction.'}
        </TrackStep>
        <TrackStep at={2} place={place} title={`Deploy on ${network.name}`}>
          {'hash' in attempt ? (
            <Waiting attempt={attempt} network={network} />
          ) : (
            'The contract with everything in it.'
          )}
        </TrackStep>
        <TrackStep at={3} place={place} title="Index">
          Page and lists
        </TrackStep>
      </ol>
      {isLate && (
        <p className="small">
          {name} has not answered. Open it and look for a request.{' '}
          <Button look="quiet" onClick={deployment.stopWaiting}>
            Stop waiting
          </Button>
        </p>
      )}
      <p className="muted small">
        {place < 2
          ? 'It can never deploy twice.'
          : 'You can close this page. It goes on, and it can never deploy twice.'}
      </p>
    </section>
  )
}

const places = { preparing: 0, wallet: 1, sent: 2, unseen: 2 }

type TrackStepProps = { at: number; place: number; title: string; children: ReactNode }

function TrackStep({ at, place, title, children }: TrackStepProps) {
  const state = at < place ? 'done' : at === place ? 'now' : ''
  return (
    <li className={state} aria-current={state === 'now' ? 'step' : undefined}>
      {state === 'done' ? (
        <Icon name="check" />
      ) : state === 'now' ? (
        <Spinner />
      ) : (
        <span className="dot" />
      )}
      <div>
        <b>{title}</b>
        <small>{children}</small>
      </div>
    </li>
  )
}

/** Seconds after which a transaction without a block counts as stuck. */
const STUCK_SECONDS = 60

type WaitingProps = {
  attempt: Extract<DeploymentAttempt, { hash: string }>
  network: DeploymentProps['network']
}

function Waiting({ attempt: { hash, step, sentAt }, network }: WaitingProps) {
  useNow()
  const seconds = Math.max(0, Math.floor((Date.now() - sentAt) / 1000))
  const { explorer } = network
  const short = shortAddress(hash)
  return (
    <>
      {step === 'unseen'
        ? `No node of ${network.name} has seen it yet; your wallet may wait for other signatures. `
        : 'Waiting for a block'}
      {step === 'sent' && seconds > 0 && `, ${formatCount(seconds)} s`}
      {step === 'sent' && '. '}
      {explorer ? (
        <ExternalLink className="link" href={explorerLink(explorer, 'tx', hash)}>
          {short}
        </ExternalLink>
      ) : (
        <code title={hash} translate="no">
          {short}
        </code>
      )}
      {step === 'sent' && seconds >= STUCK_SECONDS && (
        <span className="stuck">
          This takes longer than usual. Speed it up in your wallet; the copy is followed
          too.
        </span>
      )}
    </>
  )
}
