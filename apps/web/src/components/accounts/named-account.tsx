import type { Network } from '@platemark/api/config'
import type { AccountUse } from '@platemark/lists/resolve-account'
import { shortAddress } from '@platemark/rules/amounts'
import { FieldError } from '../../ui/field.tsx'
import { useWrittenAccount } from './use-written-account.ts'

type NamedAccountProps = {
  /** Text written for an account, which is no address. */
  written: string
  use: AccountUse
  network: Network | undefined
  /** Takes the address of the name. */
  onUse: (address: string) => void
}

/** The address that a written name leads to, which takes its place in the field. */
export function NamedAccount({ written, use, network, onUse }: NamedAccountProps) {
  const { account, name, problem, isPending } = useWrittenAccount(written, use, network)
  if (isPending) return <span className="hint">Looking up the name…</span>
  if (!account) return problem ? <FieldError>{problem}</FieldError> : null
  return (
    <span className="hint">
      {name} is{' '}
      <code title={account} translate="no">
        {shortAddress(account)}
      </code>
      .{' '}
      <button type="button" className="underlined-button" onClick={() => onUse(account)}>
        Use this address
      </button>
    </span>
  )
}
