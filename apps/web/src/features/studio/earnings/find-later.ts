import type { BalanceChecks } from '@platemark/api/balance-checks'
import type { User } from '@platemark/api/profile'
import { isSameAddress } from '@platemark/rules/addresses'
import type { NetworkEarnings } from './sum-earnings.ts'

/**
 * Returns what a collection owes the user by now, in wei, if that is not what was checked: mints or
 * withdrawals came since. Null where it is, and where one of the two is not known.
 */
export function findLater(
  { contract_id, check }: BalanceChecks['collections'][number],
  networks: NetworkEarnings[],
  { address }: Pick<User, 'address'>,
): bigint | null {
  const earned = networks
    .flatMap(({ collections }) => collections)
    .find((collection) => collection.contract_id === contract_id)
  // A check keeps what was referred apart from shares, what is owed contains both.
  if (!check || !earned || earned.owed_wei === null || earned.referred > 0) return null
  const owed = BigInt(earned.owed_wei)
  const own = check.payees.find((payee) => isSameAddress(payee.address, address))
  return owed === BigInt(own?.owed_wei ?? 0) ? null : owed
}
