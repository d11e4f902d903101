import { formatAmount, formatCount } from '@platemark/rules/amounts'
import { type PublicTerms, timePhaseChange } from '@platemark/rules/collection-changes'
import { NEVER_ENDS } from '@platemark/rules/collection-state'
import { NO_WALLET_LIMIT } from '@platemark/rules/limits'
import { formatMoment } from '@platemark/rules/times'
import { useState } from 'react'
import { AffixField } from '../../../components/affix-field.tsx'
import { CallButton } from '../../../components/call/call-button.tsx'
import { CallPanel } from '../../../components/call/call-panel.tsx'
import { ZoneTimeField } from '../../../components/zone-time-field.tsx'
import type { ChangeProps } from '../page/change-props.ts'
import { type ChainTerms, chainNow, toPublicTerms } from './chain-terms.ts'
import { ChangeFrame, ValueTable } from './change-frame.tsx'
import { encodeChange } from './encode-change.ts'
import { type PhaseReading, readPhaseTexts, toPhaseTexts } from './phase-values.ts'
import { ScheduledChange } from './scheduled-change.tsx'
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
  const reading: PhaseReading = { zone, coin, mintFeeWei: overview.mintFee }
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
  const label =
    timing?.kind === 'after_notice'
      ? 'Announce the public phase'
      : 'Change the public phase'
  const call = useOwnCall(own, 'phases', (mined) => {
    if (mined === label) typed.discard()
  })
  const obstacle = next
    ? timing?.kind === 'unchanged'
      ? 'These are the terms on the chain. Change one first.'
      : undefined
    : `${Object.values(problems)[0]}`
  return (
    <>
      <CallPanel call={call} />
      {overview.publicPhaseAt > 0n && (
        <ScheduledChange
          {...{ call, terms, at: overview.publicPhaseAt, apply: 'applyPublicPhase' }}
          title="Announced public phase"
          label="Apply the announced phase"
        >
          <TermsTable
            {...{ own, current, now }}
            next={toPublicTerms(overview.pendingPublicPhase)}
          />
        </ScheduledChange>
      )}
      <div className="two">
        <AffixField
          id="change-price"
          label="Price"
          after={coin.symbol}
          inputMode="decimal"
          value={texts.price}
          onChange={({ target }) => change({ price: target.value })}
          hint="Without the mint fee. 0 makes it free."
          error={problems.price}
        />
        <AffixField
          id="change-limit"
          label="Per wallet"
          after="items"
          inputMode="numeric"
          value={texts.limit}
          onChange={({ target }) => change({ limit: target.value })}
          hint="Empty: no limit."
          error={problems.limit}
        />
        <ZoneTimeField
          input={{
            id: 'change-start',
            error: problems.start,
            value: texts.start,
            onChange: ({ target }) => change({ start: target.value, startHour: '' }),
          }}
          label="Opens"
          zone={zone}
          text={texts.start}
          hour={texts.startHour}
          onText={(start) => change({ start, startHour: '' })}
          onHour={(startHour) => change({ startHour })}
        />
        <div>
          {texts.hasEnd && (
            <ZoneTimeField
              input={{
                id: 'change-end',
                error: problems.end,
                value: texts.end,
                onChange: ({ target }) => change({ end: target.value, endHour: '' }),
              }}
              label="Closes"
              zone={zone}
              text={texts.end}
              hour={texts.endHour}
              onText={(end) => change({ end, endHour: '' })}
              onHour={(endHour) => change({ endHour })}
            />
          )}
          <label className="check">
            <input
              type="checkbox"
              checked={!texts.hasEnd}
              onChange={({ target }) => change({ hasEnd: !target.checked })}
            />
            Without an end
          </label>
        </div>
        <AffixField
          id="change-cap"
          label="Items of this phase"
          after="items"
          inputMode="numeric"
          value={texts.cap}
          onChange={({ target }) => change({ cap: target.value })}
          hint="Empty: whatever is left."
          error={problems.cap}
        />
      </div>
      {next && <TermsTable {...{ own, current, next, now }} />}
      {timing && <TimingNote timing={timing} noticeSeconds={notice} />}
      <CallButton
        call={call}
        request={
          next && timing?.kind !== 'unchanged'
            ? encodeChange('setPublicPhase', [toContractPhase(next)], label)
            : null
        }
        obstacle={obstacle}
      >
        Sign
      </CallButton>
    </>
  )
}

type TermsTableProps = Pick<ChangeProps, 'own'> & {
  current: PublicTerms
  next: PublicTerms
  now: number
}

function TermsTable({ own, current, next, now }: TermsTableProps) {
  const describe = (terms: PublicTerms) => describeTerms(terms, own, now)
  const after = describe(next)
  const rows = Object.entries(describe(current)).map(([term, value]) => ({
    term,
    now: current.end === 0 ? '–' : value,
    // Safe: both have the same terms.
    next: after[term as keyof typeof after],
  }))
  return <ValueTable rows={rows.filter((row) => row.now !== row.next)} />
}

function describeTerms(
  { priceWei, start, end, walletLimit, supplyCap }: PublicTerms,
  { network }: ChangeProps['own'],
  now: number,
) {
  return {
    Price: priceWei === 0n ? 'Free' : formatAmount(priceWei, network.native_currency),
    Opens: formatMoment(start, true, now),
    Closes: end >= NEVER_ENDS ? 'Never' : formatMoment(end, true, now),
    'Per wallet': walletLimit >= NO_WALLET_LIMIT ? 'No limit' : formatCount(walletLimit),
    'Items of this phase': supplyCap === 0 ? 'Whatever is left' : formatCount(supplyCap),
  }
}

function toContractPhase(terms: PublicTerms) {
  const { priceWei, ...rest } = terms
  return { price: priceWei, ...rest }
}
