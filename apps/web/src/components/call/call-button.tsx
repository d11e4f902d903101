import './call.css'
import type { CallRequest } from '@platemark/mint/call-context'
import { isSameAddress } from '@platemark/rules/addresses'
import { roundToGwei, shortAddress } from '@platemark/rules/amounts'
import { type ReactNode, useId } from 'react'
import { openNetworkDialog, openWalletDialog } from '../../lib/dialogs.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Amount } from '../amount.tsx'
import { describeCoins } from './coin-note.ts'
import type { Call } from './use-call.ts'
import { useCallFee } from './use-call-fee.ts'

type CallButtonProps = {
  call: Call
  /** The transaction to sign; null where there is none. */
  request: CallRequest | null
  /** Why there is nothing to sign, in a sentence. */
  obstacle?: string | undefined
  look?: 'filled' | 'quiet' | 'danger'
  /** The network fee is shown elsewhere. */
  isFeeShown?: boolean
  children: ReactNode
}

/**
 * Signs a transaction with the wallet of its account, which is asked to switch its network first
 * where it is on another one. What is in the way, or the network fee, stands beneath.
 */
export function CallButton(props: CallButtonProps) {
  const { call, request, look = 'filled', isFeeShown = false, children } = props
  const { network, account } = call
  const { wallet } = useSession()
  const noteId = useId()
  const fee = useCallFee(call, isFeeShown ? null : request)
  const obstacle =
    props.obstacle ??
    (wallet && !isSameAddress(wallet.address, account)
      ? `${wallet.name} is on ${shortAddress(wallet.address)}. Only ${shortAddress(account)}, who signed in, can sign this: choose that account in your wallet.`
      : undefined)
  const isBlocked = obstacle !== undefined || request === null
  const isElsewhere =
    wallet && wallet.chainId !== network.id && !isBlocked && !call.isBusy
  const sign = () => {
    if (!wallet) return openWalletDialog({ purpose: 'connect' })
    const { id: chainId } = network
    if (wallet.chainId !== chainId)
      return openNetworkDialog({ chainId, subject: call.subject })
    if (request) void call.send(request)
  }
  return (
    <div className="call-sign">
      <Button
        look={look}
        isBusy={call.isBusy}
        onClick={sign}
        {...(isBlocked && { blockedBy: noteId })}
      >
        {wallet
          ? isElsewhere
            ? `Switch to ${network.name}`
            : children
          : 'Connect Wallet'}
      </Button>
      <p className="muted small" id={noteId}>
        {obstacle ?? (
          <>
            {isElsewhere && `${wallet.name} is on another network. `}
            {fee && (
              <>
                Network fee {fee.isWhole ? 'about' : 'at least'}{' '}
                <Amount wei={roundToGwei(fee.wei)} coin={network.native_currency} />.{' '}
              </>
            )}
            {describeCoins(network)}
          </>
        )}
      </p>
    </div>
  )
}
