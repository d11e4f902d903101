import { formatCount } from '@platemark/rules/amounts'
import { timeCapChange } from '@platemark/rules/collection-changes'
import { useState } from 'react'
import { AffixField } from '../../../components/affix-field.tsx'
import { CallButton } from '../../../components/call/call-button.tsx'
import { CallPanel } from '../../../components/call/call-panel.tsx'
import type { Call } from '../../../components/call/use-call.ts'
import type { ChangeProps } from '../page/change-props.ts'
import type { ChainTerms } from './chain-terms.ts'
import { ChangeFrame, ValueTable } from './change-frame.tsx'
import { encodeChange } from './encode-change.ts'
import { readLowerCap } from './read-supply.ts'
import { ScheduledChange } from './scheduled-change.tsx'
import { TimingNote } from './timing-note.tsx'
import { useOwnCall } from './use-own-call.ts'
import { useTypedChange } from './use-typed-change.ts'

/** Lowers the supply, applies what was announced, or fixes it for good. */
export function SupplyChange(props: ChangeProps) {
  return (
    <ChangeFrame {...props} title="Lower the supply">
      {(terms) => <SupplyForm {...props} terms={terms} />}
    </ChangeFrame>
  )
}

function SupplyForm({ own, terms }: ChangeProps & { terms: ChainTerms }) {
  const { overview } = terms
  const { isCapFrozen, maxSupplyAt, pendingMaxSupply } = overview
  const typed = useTypedChange(own, 'supply', { supply: '' })
  const call = useOwnCall(own, 'supply', (mined) => {
    if (mined === supplyLabel(Number(typed.values.supply))) typed.discard()
  })
  if (isCapFrozen) {
    return (
      <>
        <CallPanel call={call} />
        <p className="small">{describeSupply(overview.maxSupply)}, permanently fixed.</p>
      </>
    )
  }
  return (
    <>
      <CallPanel call={call} />
      {maxSupplyAt > 0n && (
        <ScheduledChange
          {...{ call, terms, at: maxSupplyAt, apply: 'applyCap' }}
          title={`Announced: ${formatCount(Number(pendingMaxSupply))} items`}
          label={`Apply the supply of ${formatCount(Number(pendingMaxSupply))}`}
          done={`Supply lowered to ${formatCount(Number(pendingMaxSupply))}`}
        >
          <p className="small">
            Items minted until then are kept. The supply never goes below them.
          </p>
        </ScheduledChange>
      )}
      <LowerPart {...{ call, terms, typed }} />
      <FreezePart call={call} maxSupply={overview.maxSupply} />
    </>
  )
}

type LowerPartProps = {
  call: Call
  terms: ChainTerms
  typed: ReturnType<typeof useTypedChange<{ supply: string }>>
}

function LowerPart({ call, terms, typed }: LowerPartProps) {
  const { overview, mayMint } = terms
  const notice = Number(overview.notice)
  const minted = Number(overview.minted)
  const timing = timeCapChange(mayMint, notice)
  const isAnnounced = timing.kind === 'after_notice'
  const read = readLowerCap(typed.values.supply, {
    minted,
    maxSupply: Number(overview.maxSupply),
  })
  const next = 'value' in read ? read.value : undefined
  const problem = 'problem' in read ? read.problem : undefined
  return (
    <>
      <div className="change-field">
        <AffixField
          id="change-supply"
          label="New supply"
          after="items"
          inputMode="numeric"
          value={typed.values.supply}
          onChange={({ target }) => typed.change({ supply: target.value })}
          hint={`At least ${formatCount(Math.max(minted, 1))}, and below the current supply. It can never be raised again.`}
          error={typed.isTyped ? problem : undefined}
        />
      </div>
      <ValueTable
        rows={[
          {
            term: 'Supply',
            now: describeSupply(overview.maxSupply),
            next: next === undefined ? '–' : formatCount(next),
          },
          {
            term: 'Left to mint',
            now: describeLeft(overview.maxSupply, minted),
            next: next === undefined ? '–' : formatCount(next - minted),
          },
        ]}
      />
      {next !== undefined && <TimingNote timing={timing} noticeSeconds={notice} />}
      <CallButton
        call={call}
        request={
          next === undefined
            ? null
            : encodeChange(
                'lowerCap',
                [BigInt(next)],
                supplyLabel(next),
                isAnnounced
                  ? `Supply of ${formatCount(next)} announced`
                  : `Supply lowered to ${formatCount(next)}`,
              )
        }
        obstacle={problem}
      >
        Sign
      </CallButton>
    </>
  )
}

function FreezePart({ call, maxSupply }: { call: Call; maxSupply: bigint }) {
  const [isSure, setSure] = useState(false)
  return (
    <div className="change-part">
      <b>Fix it permanently</b>
      <p className="small">
        {describeSupply(maxSupply)} permanently. You can no longer lower it, and an
        announced supply is cancelled. This cannot be undone.
      </p>
      <label className="check">
        <input
          type="checkbox"
          checked={isSure}
          onChange={({ target }) => setSure(target.checked)}
        />
        I want the supply permanently fixed.
      </label>
      <CallButton
        call={call}
        look="danger"
        request={
          isSure
            ? encodeChange(
                'freezeCap',
                [],
                'Fix the supply permanently',
                'Supply permanently fixed',
              )
            : null
        }
        obstacle={isSure ? undefined : 'Tick the box first.'}
      >
        Fix the supply permanently
      </CallButton>
    </div>
  )
}

function supplyLabel(supply: number): string {
  return `Supply of ${formatCount(supply)}`
}

function describeSupply(maxSupply: bigint): string {
  return maxSupply === 0n ? 'No cap' : formatCount(Number(maxSupply))
}

function describeLeft(maxSupply: bigint, minted: number): string {
  return maxSupply === 0n ? 'No cap' : formatCount(Number(maxSupply) - minted)
}
