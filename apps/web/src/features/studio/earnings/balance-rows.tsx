import type { BalanceChecks } from '@platemark/api/balance-checks'
import type { User } from '@platemark/api/profile'
import { isSameAddress } from '@platemark/rules/addresses'
import { formatAmount, formatCount } from '@platemark/rules/amounts'
import { AccountName } from '../../../components/accounts/account-name.tsx'
import { useNetwork } from '../../../components/app-config.ts'

type BalanceRowsProps = {
  collection: BalanceChecks['collections'][number]
  user: User
  /** Balance of the user now, in wei; null: equal to the checked one, or unknown. */
  laterWei: bigint | null
}

/** Amounts of the last check of a collection: what each side is owed, and what is held. */
export function BalanceRows({ collection, user, laterWei }: BalanceRowsProps) {
  const { check, name, chain_alias, referrers } = collection
  const coin = useNetwork(chain_alias)?.native_currency
  if (!check) {
    return (
      <p className="muted small">
        {name} was not checked yet. Its first check follows within minutes.
      </p>
    )
  }
  const write = (wei: string | bigint) => formatAmount(BigInt(wei), coin)
  const rest = BigInt(check.balance_wei) - BigInt(check.owed_wei)
  return (
    <>
      <h4>
        {name}, as of block {formatCount(check.block_number)}
      </h4>
      {laterWei !== null && (
        <p className="muted small">
          That was before your last mints or withdrawals. By now {write(laterWei)} is
          yours.
        </p>
      )}
      <dl translate="no">
        {check.payees.map(({ address, bps, owed_wei }) => (
          <div key={address}>
            <dt title={address}>
              {isSameAddress(address, user.address) ? (
                'You'
              ) : (
                <AccountName address={address} />
              )}
              {bps === null ? ', until payees changed' : `, ${bps / 100}%`}
            </dt>
            <dd>{write(owed_wei)}</dd>
          </div>
        ))}
        {referrers > 0 && (
          <div>
            <dt>Referrers, {formatCount(referrers)}</dt>
            <dd>{write(check.referrers_wei)}</dd>
          </div>
        )}
        <div>
          <dt>Platform</dt>
          <dd>{write(check.platform_wei)}</dd>
        </div>
        <div className="total">
          <dt>Owed in total</dt>
          <dd>{write(check.owed_wei)}</dd>
        </div>
        {rest > 0n && (
          <div>
            <dt>Too little to share so far</dt>
            <dd>{write(rest)}</dd>
          </div>
        )}
        <div className={check.state === 'short' ? 'held short' : 'held'}>
          <dt>Contract balance</dt>
          <dd>{write(check.balance_wei)}</dd>
        </div>
      </dl>
      {check.other_wei !== '0' && (
        <p className="muted small">
          {write(check.other_wei)} arrived without a mint and is not in the statement. It
          belongs to the creator and payees.
        </p>
      )}
    </>
  )
}
