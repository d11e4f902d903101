import { formatMoment } from '@platemark/rules/times'
import type { ReactNode } from 'react'
import { CallButton } from '../../../components/call/call-button.tsx'
import type { Call } from '../../../components/call/use-call.ts'
import { useNow } from '../../../lib/clock.ts'
import { type ChainTerms, chainNow } from './chain-terms.ts'
import { encodeChange } from './encode-change.ts'

type Apply = 'applyCap' | 'applyPayees' | 'applyPublicPhase'

type ScheduledChangeProps = {
  call: Call
  terms: ChainTerms
  /** When it can be applied, in unix seconds by the chain's time. */
  at: bigint
  apply: Apply
  title: string
  label: string
  /** Its words once it is in force. */
  done: string
  children: ReactNode
}

/** A change that was announced, and the button that puts it into force once its time has come. */
export function ScheduledChange(props: ScheduledChangeProps) {
  const { call, terms, at, apply, title, label, done, children } = props
  useNow()
  const isDue = chainNow(terms) >= Number(at)
  const when = formatMoment(Number(at), true, chainNow(terms))
  return (
    <div className="change-part">
      <b>{title}</b>
      {children}
      <p className="small">
        {isDue
          ? 'The notice is over. It takes effect once this is signed, and anyone can sign it.'
          : `You can apply it from ${when} with a second transaction. Until then a new announcement replaces it.`}
      </p>
      <CallButton
        call={call}
        request={isDue ? encodeChange(apply, [], label, done) : null}
        obstacle={isDue ? undefined : `The notice lasts until ${when}.`}
      >
        {label}
      </CallButton>
    </div>
  )
}
