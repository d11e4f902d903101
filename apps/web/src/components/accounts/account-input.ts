import './account-input.css'
import type { KeyboardEvent } from 'react'

/**
 * Props of a `textarea` that takes an address or a name on as many lines as the address needs;
 * Enter submits its form, as it does in a field of one line.
 */
export const accountInput = {
  className: 'input account-input',
  placeholder: '0x… or a name',
  autoComplete: 'off',
  autoCapitalize: 'none',
  spellCheck: false,
  translate: 'no',
  rows: 1,
  onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
  },
} as const
