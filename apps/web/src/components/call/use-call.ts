import type { Network } from '@platemark/api/config'
import {
  type CallOptions,
  type CallRequest,
  type CallShown,
  noCall,
} from '@platemark/mint/call-context'
import { type CallSession, createCallSession } from '@platemark/mint/call-session'
import { useEffect, useRef, useState } from 'react'
import { createChainRpc } from '../../lib/chain-rpc.ts'
import { useSession } from '../../lib/session.ts'
import { requireProvider, walletConfig } from '../../lib/wagmi.ts'
import { useAppConfig } from '../app-config.ts'

type CallNeeds = Pick<CallOptions, 'topic' | 'account' | 'contract' | 'abi'> &
  Pick<Partial<CallOptions>, 'findEffect'> & {
    network: Network
    /** Start of a sentence that ends with the network: "Low Sun is on". */
    subject: string
    /** Called when a block changed the contract, and when a reorg took that back. */
    onMined?: CallOptions['onChanged']
  }

/** Transactions of one account to one contract, and what the page shows of the last. */
export type Call = Pick<CallNeeds, 'account' | 'contract' | 'network' | 'subject'> & {
  shown: CallShown
  /** One is on its way. */
  isBusy: boolean
  /** Simulates a transaction and requests it from the wallet, unless one is on its way. */
  send(request: CallRequest): Promise<void>
  /** Sends the last one of this page again; undefined after a reload. */
  sendAgain: (() => void) | undefined
  stopWaiting(): void
  /** Hides the last result. */
  clear(): void
}

/**
 * Sends transactions to a contract, and follows them through reloads and in other tabs: one at a
 * time for each topic.
 */
export function useCall(needs: CallNeeds): Call {
  const { topic, network, account, contract, subject } = needs
  const [shown, setShown] = useState(noCall)
  const [last, setLast] = useState<CallRequest>()
  const { wallet } = useSession()
  const wagmi = walletConfig(useAppConfig())
  const latest = useRef({ wallet, needs })
  latest.current = { wallet, needs }
  const session = useRef<CallSession>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: one session for each scope.
  useEffect(() => {
    const { findEffect, abi } = latest.current.needs
    const { id: chainId, is_demo, confirmations } = network
    const opened = createCallSession({
      ...{ topic, account, chainId, contract, abi },
      rpc: createChainRpc(wagmi.getClient({ chainId })),
      blockTag: is_demo ? 'pending' : 'latest',
      depth: confirmations,
      signer: () => requireProvider(wagmi, latest.current.wallet?.connector ?? ''),
      show: (changes) => setShown((old) => ({ ...old, ...changes })),
      onChanged: (receipt, label) => latest.current.needs.onMined?.(receipt, label),
      ...(findEffect && {
        findEffect: async (since) => latest.current.needs.findEffect?.(since),
      }),
    })
    session.current = opened
    // A frozen tab misses the events of other tabs.
    const look = () => void opened.recover()
    document.addEventListener('visibilitychange', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      opened.end()
      session.current = null
      setShown(noCall)
    }
  }, [topic, network.id, account, contract])
  const send = async (request: CallRequest) => {
    setLast(request)
    await session.current?.send(request)
  }
  return {
    ...{ account, contract, network, subject, shown, send },
    isBusy: shown.attempt !== null,
    sendAgain: last && (() => void send(last)),
    stopWaiting: () => session.current?.stopWaiting(),
    clear: () => void session.current?.clear(),
  }
}
