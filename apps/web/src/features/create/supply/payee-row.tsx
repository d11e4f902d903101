import type { Path, UseFormReturn } from 'react-hook-form'
import { FieldError } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { toId } from '../frame/use-step-form.ts'
import { ContractHint } from './contract-hint.tsx'
import { readAccount } from './payees.ts'
import type { SupplyValues } from './supply-form.ts'

type PayeeRowProps = {
  index: number
  form: UseFormReturn<SupplyValues>
  errorOf: (name: Path<SupplyValues>) => string | undefined
  creator: string
  network: string
  /** Absent for the only payee. */
  onRemove: (() => void) | undefined
}

/** One payee: address and share, and what kind of account it is. */
export function PayeeRowFields({
  index,
  form,
  errorOf,
  creator,
  network,
  onRemove,
}: PayeeRowProps) {
  const account = `payees.${index}.account` as const
  const share = `payees.${index}.share` as const
  const read = readAccount(form.watch(account))
  const address = 'value' in read ? read.value : undefined
  const accountError = errorOf(account)
  const shareError = errorOf(share)
  const number = index + 1
  return (
    <li>
      <div className="field">
        <input
          type="text"
          className="input"
          placeholder="0x"
          autoComplete="off"
          spellCheck={false}
          translate="no"
          aria-label={`Address of payee ${number}`}
          {...form.register(account)}
          id={toId(account)}
          aria-invalid={accountError ? true : undefined}
          aria-describedby={`${toId(account)}-note`}
        />
        <div className="field-note" id={`${toId(account)}-note`}>
          {accountError ? (
            <FieldError>{accountError}</FieldError>
          ) : address?.toLowerCase() === creator.toLowerCase() ? (
            <span className="hint">You</span>
          ) : (
            address && <ContractHint address={address} network={network} />
          )}
        </div>
      </div>
      <div className="field">
        <div className="affix">
          <input
            type="text"
            className="input"
            inputMode="decimal"
            autoComplete="off"
            aria-label={`Share of payee ${number} in percent`}
            {...form.register(share)}
            id={toId(share)}
            aria-invalid={shareError ? true : undefined}
            aria-describedby={`${toId(share)}-note`}
          />
          <span aria-hidden="true">%</span>
        </div>
        <div className="field-note" id={`${toId(share)}-note`}>
          {shareError && <FieldError>{shareError}</FieldError>}
        </div>
      </div>
      {onRemove && (
        <IconButton icon="close" label={`Remove payee ${number}`} onClick={onRemove} />
      )}
    </li>
  )
}
