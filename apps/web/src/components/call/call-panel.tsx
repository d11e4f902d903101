import type { CallAttempt, MinedCall } from '@platemark/mint/call-context'
import { formatAmount, formatCount, shortAddress } from '@platemark/rules/amounts'
import {
  type CallFault,
  callMessage,
  openRequestText,
} from '@platemark/rules/call-messages'
import { formatMoment } from '@platemark/rules/times'
import { useEffect, useRef } from 'react'
import { now } from '../../lib/clock.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { BlockWait } from './block-wait.tsx'
import { CallWayOnButtons } from './call-way-on.tsx'
import { ConfirmStep, LateRequest } from './confirm-step.tsx'
import { TrackStep } from './track-step.tsx'
import { TransactionLink } from './transaction-link.tsx'
import type { Call } from './use-call.ts'

/** The transaction on its way, or what became of the last one; empty before the first. */
export function CallPanel({ call }: { call: Call }) {
  const { attempt, fault, isUnanswered, mined } = call.shown
  const panel = useRef<HTMLDivElement>(null)
  const isUnderWay = attempt !== null
  const wasUnderWay = useRef(isUnderWay)
  // The form above and below changes with the result, which would be out of sight.
  useEffect(() => {
    if (wasUnderWay.current !== isUnderWay) {
      panel.current?.scrollIntoView({ block: 'nearest' })
    }
    wasUnderWay.current = isUnderWay
  }, [isUnderWay])
  const isOpen = isUnanswered && !attempt
  // The open request stands in its place.
  const isShownFault = fault && !(fault.kind === 'refused' && isOpen)
  if (!attempt && !isOpen && !isShownFault && !mined) return null
  return (
    <div className="call" ref={panel}>
      {attempt && <Steps call={call} attempt={attempt} />}
      {isOpen && (
        <Notice
          kind="warning"
          title="Your wallet has not answered"
          actions={
            <Button look="quiet" onClick={call.clear}>
              There is no request
            </Button>
          }
        >
          {openRequestText}
        </Notice>
      )}
      {!attempt && isShownFault && <Fault call={call} fault={fault} />}
      {!attempt && mined && <Mined call={call} mined={mined} />}
    </div>
  )
}

const places = { simulating: 0, wallet: 1, sent: 2, unseen: 2 }

function Steps({ call, attempt }: { call: Call; attempt: CallAttempt }) {
  const { network, shown } = call
  const { wallet } = useSession()
  const name = wallet?.name ?? 'your wallet'
  const place = places[attempt.step]
  const isLate = attempt.step === 'wallet' && attempt.isLate
  return (
    <div aria-live="polite">
      {shown.label && <b>{shown.label}</b>}
      <ol className="track">
        <TrackStep at={0} place={place} title={`Try it on ${network.name}`}>
          It is simulated first, so you never sign what the contract would refuse.
        </TrackStep>
        <ConfirmStep wallet={name} place={place} />
        <TrackStep at={2} place={place} title="Wait for a block">
          {'hash' in attempt ? (
            <BlockWait attempt={attempt} network={network} />
          ) : (
            'It takes effect then.'
          )}
        </TrackStep>
      </ol>
      {isLate && <LateRequest wallet={name} onStop={call.stopWaiting} />}
      {place === 2 && (
        <p className="muted small">You can close this page. It continues.</p>
      )}
    </div>
  )
}

function Fault({ call, fault }: { call: Call; fault: CallFault }) {
  const { network, account, subject } = call
  const { wallet } = useSession()
  const { title, text, wayOn } = callMessage(fault, {
    network: network.name,
    wallet: wallet?.name ?? 'Your wallet',
    signer: shortAddress(account),
    amount: (wei) => formatAmount(wei, network.native_currency),
    when: (at) => formatMoment(at, true, now() / 1000),
  })
  const isQuiet =
    fault.kind === 'other_tab' ||
    (fault.kind === 'refused' && fault.refusal.kind === 'rejected')
  return (
    <Notice
      kind={isQuiet ? 'info' : 'error'}
      title={title}
      actions={
        <CallWayOnButtons {...{ wayOn, network, subject }} onRetry={call.sendAgain} />
      }
    >
      {text}
    </Notice>
  )
}

function Mined({ call, mined }: { call: Call; mined: MinedCall }) {
  const { network, shown } = call
  const { receipt, confirmations, depth } = mined
  const isFinal = confirmations >= depth
  const block = formatCount(Number(receipt.blockNumber))
  return (
    <Notice
      kind="success"
      title={shown.done ?? `${shown.label ?? 'Done'}: in block ${block}`}
    >
      {shown.done && `In block ${block}. `}
      {isFinal ? 'Confirmed.' : `Confirmed by ${confirmations} of ${depth} blocks.`}{' '}
      <TransactionLink hash={receipt.transactionHash} network={network} />
    </Notice>
  )
}
