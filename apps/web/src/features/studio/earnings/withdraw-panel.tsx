import { payoutsAbi } from '@platemark/abi/payouts'
import type { Network } from '@platemark/api/config'
import {
  encodeReleaseMany,
  findWithdrawal,
  MAX_RELEASES,
  sumReleased,
} from '@platemark/mint/withdrawal'
import { formatAmount, formatCount } from '@platemark/rules/amounts'
import { useState } from 'react'
import type { Address } from 'viem'
import { useAppConfig } from '../../../components/app-config.ts'
import { CallButton } from '../../../components/call/call-button.tsx'
import { useCall } from '../../../components/call/use-call.ts'
import { createChainRpc } from '../../../lib/chain-rpc.ts'
import { walletConfig } from '../../../lib/wagmi.ts'
import { Notice } from '../../../ui/notice.tsx'
import { FeeHint } from './fee-hint.tsx'
import type { NetworkEarnings } from './sum-earnings.ts'
import { useWithdrawal } from './use-withdrawal.ts'
import { WithdrawalResult } from './withdrawal-result.tsx'

export type WithdrawProps = {
  earned: NetworkEarnings
  network: Network
  /** USD for one coin; undefined: not known. */
  rate: number | undefined
  account: Address
  /**
   * Called with a transaction in a block, and whether it is one of the payments that are listed;
   * resolves once the earnings were read again.
   */
  onPaid(hash: string, isListed: boolean): Promise<unknown>
}

/** Withdraws what the contracts of a network owe, with one transaction. */
export function WithdrawPanel(props: WithdrawProps) {
  const { earned, network, rate, account, onPaid } = props
  const coin = network.native_currency
  const owing = listOwing(earned)
  // What was just paid stands in the earnings until they are read again.
  const [isOld, setOld] = useState(false)
  const contracts = isOld ? [] : owing.slice(0, MAX_RELEASES)
  const all = listContracts(earned)
  const paying = [...all.collections, ...all.splits]
  const wagmi = walletConfig(useAppConfig())
  const call = useCall({
    ...{ topic: 'withdrawal', network, account, abi: payoutsAbi },
    // Safe: the API contract defines it as an address.
    contract: earned.payouts_address as Address,
    subject: 'Your money is on',
    findEffect: (since) =>
      findWithdrawal(
        createChainRpc(wagmi.getClient({ chainId: network.id })),
        { account, contracts: paying },
        since,
      ),
    onMined(receipt) {
      const paid = sumReleased(receipt, { account, contracts: all.collections })
      setOld(true)
      void onPaid(receipt.transactionHash, paid > 0n).then(() => setOld(false))
    },
  })
  const { plan, isSilent } = useWithdrawal({
    ...{ network, account, contracts, payouts: call.contract },
    amount: earned.owed_wei,
  })
  const hasResult = call.shown.mined !== null
  if (contracts.length === 0 && !hasResult && !call.isBusy) return null
  const amountWei = plan?.amountWei ?? BigInt(earned.owed_wei)
  const amount = formatAmount(amountWei, coin)
  const isRefusing = plan?.amountWei === 0n
  const request = {
    data: plan?.data ?? encodeReleaseMany(contracts, account),
    label: `Withdraw ${amount}`,
  }
  const isWorth = plan === undefined || plan.isWorth || network.is_testnet
  return (
    <footer>
      <WithdrawalResult {...{ call, coin, rate, account }} contracts={paying} />
      {contracts.length > 0 && !call.isBusy && (
        <>
          {plan && plan.refused.length > 0 && (
            <Refused count={plan.refused.length} isAll={isRefusing} />
          )}
          {owing.length > contracts.length && (
            <p className="muted small">
              One transaction pays from {formatCount(MAX_RELEASES)} contracts at most.
              Those that owe most come first. {owing.length - contracts.length} remain for
              the next one.
            </p>
          )}
          {!isRefusing && <FeeHint {...{ plan, isSilent, network, rate }} />}
        </>
      )}
      {(contracts.length > 0 || call.isBusy) && (
        <CallButton
          call={call}
          request={isRefusing ? null : request}
          look={isWorth ? 'filled' : 'quiet'}
          isFeeShown
          {...(isRefusing && { obstacle: 'Nothing can be paid to this account now.' })}
        >
          {call.isBusy
            ? 'Withdrawing'
            : isWorth
              ? `Withdraw ${amount}`
              : 'Withdraw anyway'}
        </CallButton>
      )}
    </footer>
  )
}

function Refused({ count, isAll }: { count: number; isAll: boolean }) {
  return (
    <Notice
      kind="warning"
      title={
        isAll
          ? 'Your account cannot receive this payment'
          : `${count === 1 ? 'One contract' : `${formatCount(count)} contracts`} cannot pay you now`
      }
    >
      A payment is a plain transfer of coins, and a trial of it failed for your account.
      The amount stays yours. A wallet that is a contract must be able to receive coins.
    </Notice>
  )
}

/** Returns the contracts that owe something, those that owe most first. */
function listOwing({ collections, splits }: NetworkEarnings): Address[] {
  return [
    ...collections.map(({ contract_address, owed_wei }) => ({
      address: contract_address,
      owed: BigInt(owed_wei ?? 0),
    })),
    ...splits.map(({ address, owed_wei }) => ({ address, owed: BigInt(owed_wei ?? 0) })),
  ]
    .filter(({ owed }) => owed > 0n)
    .sort((one, other) => (one.owed === other.owed ? 0 : one.owed > other.owed ? -1 : 1))
    .map(({ address }) => address as Address)
}

/** Returns every contract that may pay. */
function listContracts({ collections, splits }: NetworkEarnings) {
  return {
    // Safe, both: the API contract defines them as addresses.
    collections: collections.map(({ contract_address }) => contract_address as Address),
    splits: splits.map(({ address }) => address as Address),
  }
}
