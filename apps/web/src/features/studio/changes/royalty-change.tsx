import { isSameAddress } from '@platemark/rules/addresses'
import { shortAddress } from '@platemark/rules/amounts'
import { AffixField } from '../../../components/affix-field.tsx'
import { CallButton } from '../../../components/call/call-button.tsx'
import { CallPanel } from '../../../components/call/call-panel.tsx'
import { formatPercent, parsePercent } from '../../../lib/parse-amounts.ts'
import type { ChangeProps } from '../page/change-props.ts'
import type { ChainTerms } from './chain-terms.ts'
import { ChangeFrame, ValueTable } from './change-frame.tsx'
import { encodeChange } from './encode-change.ts'
import { useOwnCall } from './use-own-call.ts'
import { useTypedChange } from './use-typed-change.ts'

/** Sets the royalty, up to the ceiling that was fixed at creation. */
export function RoyaltyChange(props: ChangeProps) {
  return (
    <ChangeFrame {...props} title="Change the royalty">
      {(terms) => <RoyaltyForm {...props} terms={terms} />}
    </ChangeFrame>
  )
}

function RoyaltyForm({ own, terms }: ChangeProps & { terms: ChainTerms }) {
  const { royaltyReceiver, owner, ...overview } = terms.overview
  const present = Number(overview.royaltyBps)
  const ceiling = Number(overview.royaltyCeilingBps)
  const typed = useTypedChange(own, 'royalty', { percent: formatPercent(present) })
  const read = parsePercent(typed.values.percent, ceiling / 100)
  const problem = 'problem' in read ? read.problem : undefined
  const next = 'value' in read ? read.value : undefined
  const isSame = next === present
  const label = next === undefined ? '' : `Royalty ${formatPercent(next)}%`
  const call = useOwnCall(own, 'royalty', (mined) => {
    if (mined === label) typed.discard()
  })
  return (
    <>
      <div className="change-field">
        <AffixField
          id="change-royalty"
          label="Royalty"
          after="%"
          inputMode="decimal"
          value={typed.values.percent}
          onChange={({ target }) => typed.change({ percent: target.value })}
          hint={`0 to ${formatPercent(ceiling)}%: the ceiling was fixed at creation.`}
          error={typed.isTyped ? problem : undefined}
        />
      </div>
      <ValueTable
        rows={[
          {
            term: 'Royalty',
            now: `${formatPercent(present)}%`,
            next: next === undefined ? '–' : `${formatPercent(next)}%`,
          },
        ]}
      />
      <p className="small">
        It takes effect immediately for sales of all items, including those already
        minted. Some marketplaces do not pay it.{' '}
        {isSameAddress(royaltyReceiver, owner)
          ? 'It goes to the owner of the collection.'
          : `It goes to the split at ${shortAddress(royaltyReceiver)}, whose shares are fixed.`}
      </p>
      <CallPanel call={call} />
      <CallButton
        call={call}
        request={
          next === undefined || isSame
            ? null
            : encodeChange(
                'setRoyalty',
                [BigInt(next)],
                label,
                `Royalty is now ${formatPercent(next)}%`,
              )
        }
        obstacle={
          problem ??
          (isSame ? 'Enter a royalty that differs from the current one.' : undefined)
        }
      >
        Sign
      </CallButton>
    </>
  )
}
