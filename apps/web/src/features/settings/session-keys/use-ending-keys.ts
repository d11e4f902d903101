import { useMutation } from '@tanstack/react-query'
import type { Hash } from 'viem'
import type { Wallet } from '../../../lib/session.ts'
import {
  forgetSessionKeys,
  revokeAccountSessions,
} from '../../../lib/session-keys/account-sessions.ts'
import type { SessionAccount } from '../../../lib/session-keys/session-account.ts'
import { describeSessionKeyFailure } from '../../../lib/session-keys/session-key-failures.ts'
import { useClosingSignal } from '../../../lib/session-keys/use-closing-signal.ts'
import { toast } from '../../../ui/toast.ts'

export type EndingProps = {
  account: SessionAccount
  wallet: Wallet
  onEnded: (hashes: readonly Hash[]) => unknown
}

type Ending = { hashes: readonly Hash[]; isOnChain: boolean }

/**
 * Ends session keys by one transaction of the owner; those that are on no chain are only deleted
 * from this browser. `failure` describes why not, for the screen.
 */
export function useEndingKeys({ account, wallet, onEnded }: EndingProps) {
  const closingSignal = useClosingSignal()
  const { mutate, isPending, error, reset } = useMutation({
    networkMode: 'always',
    mutationFn: async ({ hashes, isOnChain }: Ending) => {
      const signal = closingSignal()
      if (isOnChain) return revokeAccountSessions(account, hashes, signal)
      await forgetSessionKeys(account, hashes)
      return true
    },
    onSuccess: (isEnded, { hashes }) => {
      const text = hashes.length === 1 ? 'The session key' : 'The session keys'
      if (!isEnded) return toast('info', `${text} will end once the network confirms it.`)
      toast('success', `${text} ended.`)
      return onEnded(hashes)
    },
  })
  const failure = error && describeSessionKeyFailure(error, wallet.name)
  return { end: mutate, isPending, failure, reset }
}
