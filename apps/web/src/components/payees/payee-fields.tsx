import './payees.css'
import '../affix-field.css'
import type { ComponentPropsWithRef } from 'react'
import { FieldError } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { accountInput } from '../accounts/account-input.ts'
import { NamedAccount } from '../accounts/named-account.tsx'
import { useIsName } from '../accounts/use-written-account.ts'
import { useNetwork } from '../app-config.ts'
import { ContractHint } from './contract-hint.tsx'

type InputProps<Element extends 'input' | 'textarea'> = ComponentPropsWithRef<Element> & {
  id: string
  error: string | undefined
}

type PayeeFieldsProps = {
  /** From 1. */
  number: number
  account: InputProps<'textarea'>
  share: InputProps<'input'>
  /** The account as it was read; undefined while it is none. */
  address: string | undefined
  creator: string
  /** Alias of the network. */
  network: string
  /** Written text for the account. */
  written: string
  /** Takes the address that a written name leads to. */
  onAddress: (address: string) => void
  /** Absent for the only payee. */
  onRemove: (() => void) | undefined
}

/** Row of one payee: address and share, and what kind of account it is. */
export function PayeeFields(props: PayeeFieldsProps) {
  const { number, address, creator, network, written, onAddress, onRemove } = props
  const found = useNetwork(network)
  const isName = useIsName(written, 'be paid')
  const { error: accountError, ...account } = props.account
  const { error: shareError, ...share } = props.share
  return (
    <li>
      <div className="field">
        <PayeeLabel>Address</PayeeLabel>
        <textarea
          {...accountInput}
          aria-label={`Address of payee ${number}`}
          {...account}
          aria-invalid={accountError ? true : undefined}
          aria-describedby={`${account.id}-note`}
        />
        <div className="field-note" id={`${account.id}-note`}>
          {isName ? (
            <NamedAccount
              written={written}
              use="be paid"
              network={found}
              onUse={onAddress}
            />
          ) : accountError ? (
            <FieldError>{accountError}</FieldError>
          ) : address?.toLowerCase() === creator.toLowerCase() ? (
            <span className="hint">You</span>
          ) : (
            address && <ContractHint address={address} network={network} />
          )}
        </div>
      </div>
      <div className="field">
        <PayeeLabel>Share</PayeeLabel>
        <div className="affix">
          <input
            type="text"
            className="input"
            inputMode="decimal"
            autoComplete="off"
            aria-label={`Share of payee ${number} in percent`}
            {...share}
            aria-invalid={shareError ? true : undefined}
            aria-describedby={`${share.id}-note`}
          />
          <span aria-hidden="true">%</span>
        </div>
        <div className="field-note" id={`${share.id}-note`}>
          {shareError && <FieldError>{shareError}</FieldError>}
        </div>
      </div>
      {onRemove && (
        <IconButton icon="close" label={`Remove payee ${number}`} onClick={onRemove} />
      )}
    </li>
  )
}

/** Label of a field; its column has one above the first row, unless the page is narrow. */
function PayeeLabel({ children }: { children: string }) {
  return (
    <span className="payee-label" aria-hidden="true">
      {children}
    </span>
  )
}
