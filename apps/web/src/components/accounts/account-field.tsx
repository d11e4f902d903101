import { shortAddress } from '@platemark/rules/amounts'
import type { ReactNode } from 'react'
import { TextArea } from '../../ui/field.tsx'
import { accountInput } from './account-input.ts'
import type { WrittenAccount } from './use-written-account.ts'

type AccountFieldProps = {
  label: string
  hint?: ReactNode
  written: string
  found: WrittenAccount
  onWrite: (text: string) => void
}

/** Field for an address or a name, with the address that a name leads to. */
export function AccountField({
  label,
  hint,
  written,
  found,
  onWrite,
}: AccountFieldProps) {
  const { account, name, problem, isPending } = found
  return (
    <TextArea
      {...accountInput}
      label={label}
      hint={isPending ? 'Looking up the name…' : hint}
      success={
        account &&
        name && (
          <>
            Goes to{' '}
            <code title={account} translate="no">
              {shortAddress(account)}
            </code>
          </>
        )
      }
      value={written}
      error={written.trim() === '' ? undefined : problem}
      onChange={(event) => onWrite(event.target.value)}
    />
  )
}
