import { formatCount } from '@platemark/rules/amounts'
import { AffixField } from '../../../components/affix-field.tsx'
import { session } from '../../../lib/session.ts'
import { useCreationTerms } from '../creation-terms.ts'
import { useDraftEditor } from '../draft-editor.tsx'
import { useCoin } from '../frame/step-nav.tsx'
import { toId, useStepForm } from '../frame/use-step-form.ts'
import { WizardStep } from '../frame/wizard-step.tsx'
import { MintSums } from './mint-sums.tsx'
import { PayeesPanel } from './payees-panel.tsx'
import { PriceNote } from './price-note.tsx'
import { SetSupply } from './set-supply.tsx'
import {
  type SupplyValues,
  supplyFields,
  supplySchema,
  toSupplyChanges,
  toSupplyValues,
} from './supply-form.ts'

/** Third step: how many there are, what they cost, and who is paid. */
export function SupplyStep() {
  const { fields } = useDraftEditor()
  const coin = useCoin(fields.chain_alias)
  const mintFeeWei = useCreationTerms(fields.chain_alias)?.mintFeeWei
  const creator = session.read().user?.address ?? ''
  const stepForm = useStepForm<SupplyValues>({
    step: 'supply',
    schema: supplySchema(coin, mintFeeWei),
    values: toSupplyValues(fields, coin, creator),
    fields: supplyFields,
    toChanges: (values) =>
      toSupplyChanges(values, fields, { ...coin, mintFeeWei, creator }),
  })
  const { form, inputOf, problems, submit } = stepForm
  const [kind, price] = form.watch(['kind', 'price'])
  const isEdition = kind === 'edition'
  return (
    <WizardStep
      id="supply"
      lead="The price is yours, 100%. The mint fee comes on top and is shown to collectors."
      problems={problems}
      onContinue={submit}
    >
      <fieldset className="three">
        <legend className="hide">Kind</legend>
        {kindChoices.map(({ value, title, text, standard }) => (
          <label className="choice" key={value}>
            <input type="radio" value={value} {...form.register('kind')} />
            <b>{title}</b>
            <small>
              {text} <span className="nowrap">{standard}</span>
            </small>
          </label>
        ))}
      </fieldset>
      <div className="two">
        {kind !== 'open_edition' && (
          <div>
            <AffixField
              {...inputOf('max_supply')}
              label={isEdition ? 'Supply, optional' : 'Supply'}
              after="items"
              inputMode="numeric"
              hint={
                isEdition
                  ? 'Empty for no cap. Can be lowered later, never raised.'
                  : 'Can be lowered later, never raised.'
              }
            />
            <SetSupply
              supply={fields.max_supply}
              onUse={(works) =>
                form.setValue('max_supply', formatCount(works), { shouldValidate: true })
              }
            />
          </div>
        )}
        <AffixField
          {...inputOf('price')}
          label="Public price"
          after={<PriceNote text={price} network={fields.chain_alias} />}
          inputMode="decimal"
          hint="0 makes it free. Phases can have their own price."
        />
        <AffixField
          {...inputOf('limit')}
          label="Limit per wallet, public"
          after="items"
          inputMode="numeric"
        />
        <AffixField
          {...inputOf('royalty')}
          label="Royalty on resales"
          after="%"
          inputMode="decimal"
          hint="0 for none, at most 10%. Paid in the marketplace’s currency. Not every marketplace pays it."
        />
        <AffixField
          {...inputOf('ceiling')}
          label="Highest royalty ever"
          after="%"
          inputMode="decimal"
          hint="You can never raise the royalty above this. 0 rules it out for good."
        />
        <div className="field">
          <div className="field-head">
            <label htmlFor="f-notice_seconds">Notice before changes</label>
          </div>
          <select
            className="input"
            id="f-notice_seconds"
            aria-describedby="f-notice_seconds-note"
            {...form.register('notice_seconds')}
          >
            {noticeChoices(fields.notice_seconds).map(({ seconds, text }) => (
              <option key={seconds} value={String(seconds)}>
                {text}
              </option>
            ))}
          </select>
          <div className="field-note" id="f-notice_seconds-note">
            <span className="hint">
              With a notice, prices, phases and payees change only after this time. You
              cannot change it later.
            </span>
          </div>
        </div>
      </div>
      <MintSums price={price} network={fields.chain_alias} mintFeeWei={mintFeeWei} />
      <PayeesPanel stepForm={stepForm} creator={creator} network={fields.chain_alias} />
      <div className="switch">
        <label htmlFor={toId('is_transferable')}>
          <b>Items can be transferred</b>
          <span className="muted small">
            {isEdition
              ? 'An edition can always be transferred.'
              : 'Permanent either way.'}
          </span>
        </label>
        <input
          type="checkbox"
          id={toId('is_transferable')}
          {...(isEdition
            ? { checked: true, disabled: true, readOnly: true }
            : form.register('is_transferable'))}
        />
      </div>
    </WizardStep>
  )
}

const kindChoices = [
  {
    value: 'drop',
    title: 'Drop',
    text: 'A fixed number, each item on its own.',
    standard: 'ERC-721.',
  },
  {
    value: 'open_edition',
    title: 'Open edition',
    text: 'As many as are minted until it ends.',
    standard: 'ERC-721.',
  },
  {
    value: 'edition',
    title: 'Edition',
    text: 'Copies of one work.',
    standard: 'ERC-1155.',
  },
] as const

const HOUR = 3600

/** Returns the notice periods to choose from, with one that was set elsewhere. */
function noticeChoices(current: number): { seconds: number; text: string }[] {
  const usual = [
    { seconds: 0, text: 'None, changes apply at once' },
    { seconds: HOUR, text: '1 hour' },
    { seconds: 24 * HOUR, text: '24 hours' },
    { seconds: 72 * HOUR, text: '3 days' },
    { seconds: 168 * HOUR, text: '7 days' },
  ]
  if (usual.some(({ seconds }) => seconds === current)) return usual
  return [...usual, { seconds: current, text: `${current.toLocaleString('en')} seconds` }]
}
