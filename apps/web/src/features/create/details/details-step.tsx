import { countCharacters } from '@platemark/rules/characters'
import type { FocusEvent } from 'react'
import { useAppConfig, useNetwork } from '../../../components/app-config.ts'
import { CharacterCount } from '../../../components/editing/character-count.tsx'
import {
  linkInput,
  linkLabels,
  linkNames,
} from '../../../components/editing/page-links.ts'
import { TextArea, TextField } from '../../../ui/field.tsx'
import { useDraftEditor } from '../draft-editor.tsx'
import { toId, useStepForm } from '../frame/use-step-form.ts'
import { WizardStep } from '../frame/wizard-step.tsx'
import { CreationCost } from './creation-cost.tsx'
import {
  detailsFields,
  detailsSchema,
  toDetailsChanges,
  toDetailsValues,
} from './details-form.ts'
import { NameClash } from './name-clash.tsx'
import { PageAddress } from './page-address.tsx'
import { proposeAlias, proposeSymbol } from './proposals.ts'

const MAX_NAME = 60
const MAX_SYMBOL = 12
const MAX_DESCRIPTION = 2000

/** Second step: what collectors read, and what names the contract. */
export function DetailsStep() {
  const { fields } = useDraftEditor()
  const { form, inputOf, problems, submit, errorOf } = useStepForm({
    step: 'details',
    schema: detailsSchema,
    values: toDetailsValues(fields),
    fields: () => detailsFields,
    toChanges: (values) => toDetailsChanges(values, fields),
  })
  const [name, symbol, description, network] = form.watch([
    'name',
    'symbol',
    'description',
    'chain_alias',
  ])
  const proposed = { symbol: proposeSymbol(name), alias: proposeAlias(name) }
  /** Fills a field that follows from the name and is empty, unless it is entered just now. */
  const propose = (field: keyof typeof proposed, { relatedTarget }: FocusEvent) => {
    if (errorOf('name') || form.getValues(field) !== '' || !proposed[field]) return
    // What is typed would stand behind a text that appears under the caret.
    if (relatedTarget instanceof Element && relatedTarget.id === toId(field)) return
    form.setValue(field, proposed[field], { shouldValidate: true })
  }
  const nameInput = inputOf('name')
  const symbolInput = inputOf('symbol')
  return (
    <WizardStep
      id="details"
      lead="What collectors read. Name, symbol and network are part of the contract."
      problems={problems}
      onContinue={submit}
    >
      <div className="name-and-symbol">
        <TextField
          {...nameInput}
          label="Name"
          aside={<CharacterCount count={countCharacters(name)} max={MAX_NAME} />}
          autoComplete="off"
          onBlur={(event) => {
            void nameInput.onBlur(event)
            propose('symbol', event)
            propose('alias', event)
          }}
        />
        <TextField
          {...symbolInput}
          label="Symbol"
          aside={<CharacterCount count={symbol.length} max={MAX_SYMBOL} />}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder={proposed.symbol}
          onBlur={(event) => {
            void symbolInput.onBlur(event)
            propose('symbol', event)
          }}
          onChange={(event) => {
            event.target.value = event.target.value.toUpperCase()
            void symbolInput.onChange(event)
          }}
        />
      </div>
      <NameClash name={fields.name} />
      <NetworkField {...inputOf('chain_alias')} value={network} />
      <PageAddress {...inputOf('alias')} network={network} text={form.watch('alias')} />
      <TextArea
        {...inputOf('description')}
        label="Description"
        aside={
          <CharacterCount count={countCharacters(description)} max={MAX_DESCRIPTION} />
        }
        rows={4}
      />
      <fieldset>
        <legend className="h3 picture-title">
          Links <span className="optional">optional</span>
        </legend>
        <div className="two">
          {linkNames.map((link) => (
            <TextField
              key={link}
              {...inputOf(`links.${link}`)}
              label={linkLabels[link]}
              {...linkInput}
            />
          ))}
        </div>
      </fieldset>
    </WizardStep>
  )
}

type NetworkFieldProps = ReturnType<ReturnType<typeof useStepForm>['inputOf']> & {
  value: string
}

/** Network of the contract, with its currency and what creating costs there. */
function NetworkField({ value, error, ...input }: NetworkFieldProps) {
  const { networks } = useAppConfig()
  const chosen = useNetwork(value)
  const offered = networks.filter((network) => network.contracts || network === chosen)
  return (
    <div className="field">
      <div className="field-head">
        <label htmlFor={toId('chain_alias')}>Network</label>
      </div>
      <select
        className="input"
        {...input}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${toId('chain_alias')}-note`}
      >
        {offered.map(({ alias, name, native_currency, is_testnet, is_demo }) => (
          <option key={alias} value={alias}>
            {name}, pays in {native_currency.symbol}
            {is_demo ? ', demo' : is_testnet ? ', test' : ''}
          </option>
        ))}
      </select>
      <div className="field-note" id={`${toId('chain_alias')}-note`}>
        {error ? (
          <span className="error">{error}</span>
        ) : (
          <span className="hint">
            Cannot be changed after deployment. <CreationCost network={value} />
          </span>
        )}
      </div>
    </div>
  )
}
