import { type PublicTerms, timePhaseChange } from '@platemark/rules/collection-changes'
import { useState } from 'react'
import { CallButton } from '../../../components/call/call-button.tsx'
import { CallPanel } from '../../../components/call/call-panel.tsx'
import type { ChangeProps } from '../page/change-props.ts'
import { type ChainTerms, chainNow, toPublicTerms } from './chain-terms.ts'
import { ChangeFrame } from './change-frame.tsx'
import { encodeChange } from './encode-change.ts'
import { PhaseFields } from './phase-fields.tsx'
import { type PhaseReading, readPhaseTexts, toPhaseTexts } from './phase-values.ts'
import { ScheduledChange } from './scheduled-change.tsx'
import { TermsTable } from './terms-table.tsx'
import { TimingNote } from './timing-note.tsx'
import { useOwnCall } from './use-own-call.ts'
import { useTypedChange } from './use-typed-change.ts'

/** Changes the public phase, at once or after the notice, as the contract decides. */
export function PhaseChange(props: ChangeProps) {
  return (
    <ChangeFrame {...props} title="Change the public phase">
      {(terms) => <PhaseForm {...props} terms={terms} />}
    </ChangeFrame>
  )
}

function PhaseForm({ own, terms }: ChangeProps & { terms: ChainTerms }) {
  const { overview } = terms
  const [zone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
  const coin = own.network.native_currency
  const reading: PhaseReading = {
    ...{ zone, coin, mintFeeWei: overview.mintFee },
    maxSupply: own.collection.max_supply,
  }
  const now = chainNow(terms)
  const current = toPublicTerms(overview.publicPhase)
  // The proposed times of a collection without a phase must not move while they are typed.
  const [openedAt] = useState(now)
  const typed = useTypedChange(own, 'phases', toPhaseTexts(current, reading, openedAt))
  const { values: texts, change } = typed
  const read = readPhaseTexts(texts, reading, now)
  const next = 'value' in read ? read.value : undefined
  const problems = 'problems' in read ? read.problems : {}
  const notice = Number(overview.notice)
  const timing = next && timePhaseChange(current, next, { noticeSeconds: notice, now })
  const isAnnounced = timing?.kind === 'after_notice'
  const label = isAnnounced ? 'Announce the public phase' : 'Change the public phase'
  const call = useOwnCall(own, 'phases', (mined) => {
    if (mined === label) typed.discard()
  })
  const obstacle = next
    ? timing?.kind === 'unchanged'
      ? 'These are already the terms. Change one first.'
      : undefined
    : `${Object.values(problems)[0]}`
  return (
    <>
      {overview.publicPhaseAt > 0n && (
        <ScheduledChange
          {...{ call, terms, at: overview.publicPhaseAt, apply: 'applyPublicPhase' }}
          title="Announced public phase"
          label="Apply the announced phase"
          done="Public phase changed"
        >
          <TermsTable
            {...{ own, current, now }}
            next={toPublicTerms(overview.pendingPublicPhase)}
          />
        </ScheduledChange>
      )}
      <PhaseFields {...{ texts, problems, change, reading }} idPrefix="change" />
      {next && <TermsTable {...{ own, current, next, now }} />}
      {timing && <TimingNote timing={timing} noticeSeconds={notice} />}
      <CallPanel call={call} />
      <CallButton
        call={call}
        request={
          next && timing?.kind !== 'unchanged'
            ? encodeChange(
                'setPublicPhase',
                [toContractPhase(next)],
                label,
                isAnnounced ? 'Public phase announced' : 'Public phase changed',
              )
            : null
        }
        obstacle={obstacle}
      >
        Sign
      </CallButton>
    </>
  )
}

function toContractPhase(terms: PublicTerms) {
  const { priceWei, ...rest } = terms
  return { price: priceWei, ...rest }
}
