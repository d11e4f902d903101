import { AffixField } from '../../../components/affix-field.tsx'
import { ZoneTimeField } from '../../../components/zone-time-field.tsx'
import type { PhaseReading, PhaseTextField, PhaseTexts } from './phase-values.ts'

type PhaseFieldsProps = {
  texts: PhaseTexts
  problems: Partial<Record<PhaseTextField, string>>
  reading: PhaseReading
  /** Start of the ids of the inputs. */
  idPrefix: string
  change(changes: Partial<PhaseTexts>): void
}

/** Fields of the terms of a phase. */
export function PhaseFields(props: PhaseFieldsProps) {
  const { texts, problems, change, idPrefix } = props
  const { zone, coin, isListed = false } = props.reading
  return (
    <div className="two">
      <AffixField
        id={`${idPrefix}-price`}
        label="Price"
        after={coin.symbol}
        inputMode="decimal"
        value={texts.price}
        onChange={({ target }) => change({ price: target.value })}
        hint="Without the mint fee. 0 makes it free."
        error={problems.price}
      />
      <AffixField
        id={`${idPrefix}-limit`}
        label="Per wallet"
        after="items"
        inputMode="numeric"
        value={texts.limit}
        onChange={({ target }) => change({ limit: target.value })}
        hint={isListed ? 'Rows of the list can have their own.' : 'Empty: no limit.'}
        error={problems.limit}
      />
      <ZoneTimeField
        input={{
          id: `${idPrefix}-start`,
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
              id: `${idPrefix}-end`,
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
        {!isListed && (
          <label className="check">
            <input
              type="checkbox"
              checked={!texts.hasEnd}
              onChange={({ target }) => change({ hasEnd: !target.checked })}
            />
            Without an end
          </label>
        )}
      </div>
      <AffixField
        id={`${idPrefix}-cap`}
        label="Items of this phase"
        after="items"
        inputMode="numeric"
        value={texts.cap}
        onChange={({ target }) => change({ cap: target.value })}
        hint="Empty for the remaining supply."
        error={problems.cap}
      />
    </div>
  )
}
