import type { Network } from '@platemark/api/config'
import { formatAmount, formatUsdUp, roundToGwei } from '@platemark/rules/amounts'
import { ClockIcon } from '../../../ui/clock-icon.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { FeeSkeleton } from './fee-skeleton.tsx'
import type { WithdrawalPlan } from './use-withdrawal.ts'

type FeeHintProps = {
  plan: WithdrawalPlan | undefined
  isSilent: boolean
  network: Network
  rate: number | undefined
}

/** States the network fee of a withdrawal, and whether it is worth paying now. */
export function FeeHint({ plan, isSilent, network, rate }: FeeHintProps) {
  if (isSilent) {
    return (
      <p className="muted small">
        {network.name} is not responding right now, so the network fee is not known here.
        Your wallet shows it before you sign.
      </p>
    )
  }
  if (!plan) {
    return (
      <div role="status">
        <span className="hide">Estimating the network fee</span>
        <FeeSkeleton />
      </div>
    )
  }
  const coin = network.native_currency
  const feeWei = roundToGwei(plan.fee.wei)
  const worth =
    rate === undefined || network.is_testnet
      ? ''
      : ` (${formatUsdUp(feeWei, rate, coin.decimals)})`
  const fee = `${plan.fee.isWhole ? 'about' : 'at least'} ${formatAmount(feeWei, coin)}${worth}`
  if (plan.isWorth) {
    return (
      <div className="worth">
        <Icon name="check" />
        <b>Worth withdrawing now</b>
        <p className="muted small">
          The network fee is {fee}: {plan.share} of what you get.
        </p>
      </div>
    )
  }
  return (
    <div className="worth better-wait">
      <ClockIcon />
      <b>Better to wait</b>
      <p className="muted small">
        The network fee of {fee} would take {plan.share} of it. From{' '}
        {formatAmount(roundToGwei(plan.fromWei), coin)} on it is 1% or less.
      </p>
      <div className="bar" aria-hidden="true">
        <i style={{ width: `${plan.percent}%` }} />
      </div>
    </div>
  )
}
