import type { Path, UseFormReturn } from 'react-hook-form'
import { PayeeFields } from '../../../components/payees/payee-fields.tsx'
import { readAccount } from '../../../components/payees/payees.ts'
import { toId } from '../frame/use-step-form.ts'
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
  return (
    <PayeeFields
      number={index + 1}
      {...{ address, creator, network, onRemove }}
      written={form.watch(account)}
      onAddress={(found) =>
        form.setValue(account, found, { shouldDirty: true, shouldValidate: true })
      }
      account={{ ...form.register(account), id: toId(account), error: errorOf(account) }}
      share={{ ...form.register(share), id: toId(share), error: errorOf(share) }}
    />
  )
}
