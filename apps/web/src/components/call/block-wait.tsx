import type { Network } from '@platemark/api/config'
import type { SentAttempt } from '@platemark/mint/track-pending'
import { formatCount } from '@platemark/rules/amounts'
import { useNow } from '../../lib/clock.ts'
import { TransactionLink } from './transaction-link.tsx'

/** Seconds after which a transaction without a block counts as stuck. */
const STUCK_SECONDS = 60

type BlockWaitProps = { attempt: SentAttempt; network: Network }

/** For how long a transaction waits for a block, with its link. */
export function BlockWait({ attempt, network }: BlockWaitProps) {
  useNow()
  const { hash, step, sentAt, isSilent } = attempt
  if (isSilent) {
    return (
      <>
        {network.name} is not responding. Your transaction was sent, and this page keeps
        looking for it. <TransactionLink hash={hash} network={network} />
      </>
    )
  }
  const seconds = Math.max(0, Math.floor((Date.now() - sentAt) / 1000))
  return (
    <>
      {step === 'unseen'
        ? `No node of ${network.name} has seen it yet. Your wallet may wait for other signatures. `
        : 'Waiting for a block'}
      {step === 'sent' && seconds > 0 && `, ${formatCount(seconds)} s`}
      {step === 'sent' && '. '}
      <TransactionLink hash={hash} network={network} />
      {step === 'sent' && seconds >= STUCK_SECONDS && (
        <span className="stuck">
          This is taking longer than usual. You can speed it up in your wallet.
        </span>
      )}
    </>
  )
}
