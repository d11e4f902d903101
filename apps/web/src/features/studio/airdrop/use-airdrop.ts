import type { AirdropFault, AirdropShown } from '@platemark/mint/airdrop/airdrop-context'
import type { AirdropPlan } from '@platemark/mint/airdrop/airdrop-plans'
import {
  type AirdropSession,
  createAirdropSession,
} from '@platemark/mint/airdrop/airdrop-session'
import { noCall } from '@platemark/mint/call-context'
import { formatCount } from '@platemark/rules/amounts'
import { useEffect, useRef, useState } from 'react'
import { useAppConfig } from '../../../components/app-config.ts'
import type { Call } from '../../../components/call/use-call.ts'
import { createChainRpc } from '../../../lib/chain-rpc.ts'
import { useSession } from '../../../lib/session.ts'
import { requireProvider, walletConfig } from '../../../lib/wagmi.ts'
import type { Own } from '../page/own.ts'
import { giftKind } from './airdrop-terms.ts'

/** An airdrop that is under way, and what the page shows of it. */
export type Airdrop = {
  shown: AirdropShown
  /** It stopped because no node of the network responds. */
  isSilent: boolean
  /** Batches are sent one after the other. */
  isRunning: boolean
  /** The transaction of a batch; `send` goes on with the airdrop. */
  call: Call
  pause(): void
  /** Takes a batch as lost that may still be sent, and goes on. */
  runAgain(): void
  finish(): void
}

type AirdropNeeds = {
  own: Own
  plan: AirdropPlan
  /** Called with the block of new gifts, and without one when the airdrop ended. */
  onChanged(block?: bigint): void
}

/** Sends the gifts of a plan and follows them through reloads. */
export function useAirdrop({ own, plan, onChanged }: AirdropNeeds): Airdrop {
  const { network, collection } = own
  const [shown, setShown] = useState<AirdropShown>(() => nothingShown(plan))
  const { wallet } = useSession()
  const wagmi = walletConfig(useAppConfig())
  const latest = useRef({ wallet, onChanged })
  latest.current = { wallet, onChanged }
  const session = useRef<AirdropSession>(null)
  const { startedAt } = plan
  // biome-ignore lint/correctness/useExhaustiveDependencies: one session for each plan.
  useEffect(() => {
    const { id: chainId, is_demo, confirmations } = network
    const { account, contract } = plan
    const opened = createAirdropSession({
      ...{ plan, account, chainId, contract, kind: giftKind(collection) },
      rpc: createChainRpc(wagmi.getClient({ chainId })),
      blockTag: is_demo ? 'pending' : 'latest',
      depth: confirmations,
      signer: () => requireProvider(wagmi, latest.current.wallet?.connector ?? ''),
      label: ({ gifts, tokens }) =>
        `Airdrop of ${formatCount(tokens)} ${tokens === 1 ? 'item' : 'items'} to ${formatCount(gifts)} ${gifts === 1 ? 'wallet' : 'wallets'}`,
      show(changes) {
        setShown((old) => ({ ...old, ...changes }))
        if (changes.plan?.endedAt) latest.current.onChanged()
      },
      onGiven: (block) => latest.current.onChanged(block),
    })
    session.current = opened
    return () => {
      opened.end()
      session.current = null
      setShown(nothingShown(plan))
    }
  }, [startedAt])
  const run = async () => session.current?.run()
  const { call, step, isUncertain } = shown
  const isSilent = isUnreachable(shown.fault)
  const fault = isSilent ? null : shown.fault
  return {
    ...{ shown, isSilent },
    isRunning: step !== null && step !== 'reading',
    call: {
      ...{ account: plan.account, contract: plan.contract, network },
      subject: `${collection.name} is on`,
      // A request without an answer stands beside the call, as any batch that may still be sent.
      shown: { ...call, fault: call.fault ?? fault, isUnanswered: false },
      isBusy: step !== null || call.attempt !== null,
      send: run,
      sendAgain: isUncertain ? undefined : () => void run(),
      stopWaiting: () => session.current?.stopWaiting(),
      clear: () => undefined,
    },
    pause: () => session.current?.pause(),
    runAgain: () => void session.current?.runAgain(),
    finish: () => void session.current?.finish(),
  }
}

function isUnreachable(fault: AirdropFault | null): boolean {
  return fault?.kind === 'refused' && fault.refusal.kind === 'unreachable'
}

function nothingShown(plan: AirdropPlan): AirdropShown {
  return {
    ...{ plan, given: new Map(), step: 'reading', batch: null, fault: null },
    ...{ isUncertain: false, call: noCall },
  }
}
