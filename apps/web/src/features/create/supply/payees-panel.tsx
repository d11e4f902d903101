import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { MAX_PAYEES, sumShares } from '../../../components/payees/payees.ts'
import { formatPercent } from '../../../lib/parse-amounts.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { toId, type useStepForm } from '../frame/use-step-form.ts'
import { PayeeRowFields } from './payee-row.tsx'
import type { SupplyValues } from './supply-form.ts'

type PayeesPanelProps = {
  stepForm: ReturnType<typeof useStepForm<SupplyValues>>
  creator: string
  network: string
}

/** Who shares the price, by address and percentage. */
export function PayeesPanel({ stepForm, creator, network }: PayeesPanelProps) {
  const { form } = stepForm
  const rows = useFieldArray({ control: form.control, name: 'payees' })
  const total = sumShares(form.watch('payees'))
  const whole = stepForm.errorOf('payees')
  const removeRow = (index: number) => {
    rows.remove(index)
    void form.trigger('payees')
    // The button that was pressed is gone.
    document.getElementById(toId('payees'))?.focus()
  }
  return (
    <section
      className="card panel"
      aria-labelledby="payees-title"
      id={toId('payees')}
      tabIndex={-1}
    >
      <div className="between">
        <div>
          <h2 className="h3" id="payees-title">
            Payees
          </h2>
          <p className="muted small">
            Up to {MAX_PAYEES}. They share the price, and can be changed later.
          </p>
        </div>
        <Button
          look="quiet"
          disabled={rows.fields.length >= MAX_PAYEES}
          onClick={() => rows.append({ account: '', share: '' })}
        >
          <Icon name="plus" />
          Add
          <span className="hide"> a payee</span>
        </Button>
      </div>
      <ul className="payees">
        {rows.fields.map((row, index) => (
          <PayeeRowFields
            key={row.id}
            index={index}
            form={form}
            errorOf={stepForm.errorOf}
            creator={creator}
            network={network}
            onRemove={rows.fields.length > 1 ? () => removeRow(index) : undefined}
          />
        ))}
      </ul>
      {whole && (
        <div className="field">
          <FieldError>{whole}</FieldError>
        </div>
      )}
      <p className="between payees-total">
        <b>Total</b>
        <b className={total === 10_000 ? 'whole' : 'over'}>
          {total === undefined ? '–' : `${formatPercent(total)}%`}
        </b>
      </p>
      {rows.fields.length > 1 && <RoyaltyReceiver form={form} />}
    </section>
  )
}

/** Who gets the royalties of markets, where there are several payees. */
function RoyaltyReceiver({ form }: { form: UseFormReturn<SupplyValues> }) {
  return (
    <fieldset className="royalty-receiver">
      <legend>
        <b>Royalties on resales go to</b>
      </legend>
      <div className="two">
        <label className="choice">
          <input type="radio" value="owner" {...form.register('royalty_receiver')} />
          <b>The owner</b>
          <small>You, and any later owner of the collection.</small>
        </label>
        <label className="choice">
          <input type="radio" value="split" {...form.register('royalty_receiver')} />
          <b>These payees, by a contract</b>
          <small>
            Made in the same transaction for a higher network fee. Its payees and shares
            can never be changed.
          </small>
        </label>
      </div>
    </fieldset>
  )
}
