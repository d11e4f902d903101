import { royaltySplitAbi } from '@platemark/abi/royalty-split'
import { formatAmount, formatUsd } from '@platemark/rules/amounts'
import { type Address, encodeFunctionData } from 'viem'
import { CallButton } from '../../../components/call/call-button.tsx'
import { useCall } from '../../../components/call/use-call.ts'
import type { NetworkEarnings } from './sum-earnings.ts'
import type { WithdrawProps } from './withdraw-panel.tsx'
import { WithdrawalResult } from './withdrawal-result.tsx'

type Split = NetworkEarnings['splits'][number]

type WrappedToken = NonNullable<NetworkEarnings['wrapped_token']>

/** Royalties in the wrapped coin: each split pays them with a transaction of its own. */
export function WrappedRoyalties({ earned, ...props }: WithdrawProps) {
  const { wrapped_token, splits } = earned
  if (!wrapped_token) return null
  return splits.map((split) => (
    <SplitRow key={split.address} split={split} token={wrapped_token} {...props} />
  ))
}

type SplitRowProps = Omit<WithdrawProps, 'earned'> & { split: Split; token: WrappedToken }

function SplitRow({ split, token, network, rate, account, onPaid }: SplitRowProps) {
  // Safe, both: the API contract defines them as addresses.
  const contract = split.address as Address
  const asset = token.address as Address
  const call = useCall({
    ...{ topic: `royalties in ${asset}`, network, account, contract },
    ...{ abi: royaltySplitAbi, subject: 'Your royalties are on' },
    onMined: ({ transactionHash }) => onPaid(transactionHash, false),
  })
  const owed = BigInt(split.wrapped_owed ?? 0)
  const { attempt, mined, fault } = call.shown
  if (owed === 0n && !attempt && !mined && !fault) return null
  const amount = formatAmount(owed, token)
  const data = encodeFunctionData({
    ...{ abi: royaltySplitAbi, functionName: 'release', args: [asset, account] },
  })
  const hasWorth = rate !== undefined && !network.is_testnet
  return (
    <div className="wrapped-royalties">
      <div>
        <b>
          Royalties of {split.names.join(', ')} in {token.symbol}
        </b>
        <span className="number" translate="no">
          {amount}
          {hasWorth && owed > 0n && (
            <span className="muted small"> {formatUsd(owed, rate, token.decimals)}</span>
          )}
        </span>
      </div>
      <p className="muted small">
        Marketplaces pay royalties in {token.symbol}, which wraps{' '}
        {network.native_currency.symbol} one to one. It takes a separate transaction.
      </p>
      <WithdrawalResult
        {...{ call, coin: token, rate, account }}
        contracts={[contract]}
        token={asset}
      />
      {(owed > 0n || call.isBusy) && (
        <CallButton
          call={call}
          request={{ data, label: `Withdraw ${amount}` }}
          look="quiet"
        >
          {call.isBusy ? 'Withdrawing' : `Withdraw ${amount}`}
        </CallButton>
      )}
    </div>
  )
}
