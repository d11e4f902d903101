import { readPaidFee } from '@platemark/mint/receipt'
import { sumReleased } from '@platemark/mint/withdrawal'
import {
  formatAmount,
  formatUsd,
  roundToGwei,
  shortAddress,
} from '@platemark/rules/amounts'
import type { Address } from 'viem'
import { CallPanel } from '../../../components/call/call-panel.tsx'
import { TransactionLink } from '../../../components/call/transaction-link.tsx'
import type { Call } from '../../../components/call/use-call.ts'
import { Notice } from '../../../ui/notice.tsx'

type WithdrawalResultProps = {
  call: Call
  /** Currency that is paid out; its rate in USD is undefined where it is not known. */
  coin: { symbol: string; decimals: number }
  rate: number | undefined
  account: Address
  /** The contracts that may have paid. */
  contracts: Address[]
  /** ERC-20 that is paid out; absent: the coin of the network. */
  token?: Address
}

/** A withdrawal on its way, why it failed, or what arrived by it once it is final. */
export function WithdrawalResult(props: WithdrawalResultProps) {
  const { call, coin, rate, account, contracts, token } = props
  const { mined, attempt, fault } = call.shown
  const isFinal = mined !== null && mined.confirmations >= mined.depth
  if (!mined || !isFinal || attempt || fault) return <CallPanel call={call} />
  const { receipt } = mined
  const { network } = call
  const amount = sumReleased(receipt, {
    ...{ account, contracts },
    ...(token && { token }),
  })
  const feeWei = readPaidFee(receipt)
  const fee =
    feeWei === null
      ? ''
      : ` The network fee was ${formatAmount(roundToGwei(feeWei), network.native_currency)}.`
  const link = <TransactionLink hash={receipt.transactionHash} network={network} />
  if (amount === 0n) {
    return (
      <Notice kind="warning" title="Nothing arrived">
        The transaction was confirmed but paid nothing. The amount may have been paid out
        a moment earlier.{fee} {link}
      </Notice>
    )
  }
  const worth =
    rate === undefined || network.is_testnet
      ? 'It is'
      : formatUsd(amount, rate, coin.decimals)
  return (
    <Notice kind="success" title={`${formatAmount(amount, coin)} arrived`}>
      {worth} in {shortAddress(account)}.{fee} Receipt {link}
    </Notice>
  )
}
