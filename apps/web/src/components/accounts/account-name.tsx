import { useShownName } from './use-account-name.ts'

type AccountNameProps = {
  address: string
  /** Name of the person's profile; null or absent: none. */
  name?: string | null
}

/** Name of a person (`useShownName`), with the whole address on hover. */
export function AccountName({ address, name = null }: AccountNameProps) {
  return (
    <span title={address} translate="no">
      {useShownName({ address, name })}
    </span>
  )
}
