import type { AirdropPlan } from '@platemark/mint/airdrop/airdrop-plans'
import { listGiftRows } from '@platemark/mint/airdrop/gift-results'
import { formatCount } from '@platemark/rules/amounts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { CallButton } from '../../../components/call/call-button.tsx'
import { CallPanel } from '../../../components/call/call-panel.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { Own } from '../page/own.ts'
import { GiftTable } from './gift-table.tsx'
import { ResultsButton } from './results-button.tsx'
import { TypedDialog } from './typed-dialog.tsx'
import { type Airdrop, useAirdrop } from './use-airdrop.ts'

type AirdropRunProps = {
  own: Own
  plan: AirdropPlan
  /** Sends the first batch at once: its button was pressed. */
  startsNow: boolean
  /** Called with the block of new gifts, and without one when the airdrop ended. */
  onChanged(block?: bigint): void
}

/** An airdrop under way: how far it is, the batch on its way, and each row. */
export function AirdropRun({ own, plan: given, startsNow, onChanged }: AirdropRunProps) {
  const airdrop = useAirdrop({ own, plan: given, onChanged })
  const { shown, isRunning, call } = airdrop
  const { plan } = shown
  const rows = useMemo(() => listGiftRows(plan, shown.given), [plan, shown.given])
  const hasStarted = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once.
  useEffect(() => {
    if (startsNow && !hasStarted.current) void call.send({ data: '0x', label: '' })
    hasStarted.current = true
  }, [])
  const made = shown.given.size
  const total = plan.gifts.length
  const isIdle = !isRunning && call.shown.attempt === null
  return (
    <>
      <div className="gift-progress">
        <p role="status">
          <b>{plan.source}</b>: {formatCount(made)} of {formatCount(total)}{' '}
          {total === 1 ? 'wallet has its' : 'wallets have their'} items
        </p>
        <progress className="list-progress" value={made} max={total} aria-label="Given" />
        <p className="muted small" aria-live="polite">
          {stepText(airdrop, own)}
        </p>
      </div>
      <CallPanel call={call} />
      {airdrop.isSilent && (
        <Notice kind="error" title={`${own.network.name} did not answer`}>
          No further batch was sent. Continue in a moment. This site first reads who has
          items.
        </Notice>
      )}
      {shown.isUncertain && <Uncertain airdrop={airdrop} />}
      <div className="row wrap">
        {isIdle && !shown.isUncertain && (
          <CallButton call={call} request={{ data: '0x', label: '' }}>
            {made === 0 ? 'Send the first batch' : 'Continue'}
          </CallButton>
        )}
        {isRunning && (
          <Button look="quiet" onClick={airdrop.pause}>
            Stop after this batch
          </Button>
        )}
        <ResultsButton plan={plan} rows={rows} />
        {isIdle && <EndButton airdrop={airdrop} left={total - made} />}
      </div>
      <GiftTable rows={rows} own={own} />
    </>
  )
}

function stepText({ shown }: Airdrop, { network }: Own): string {
  switch (shown.step) {
    case 'reading':
      return `Reading from ${network.name} who has items`
    case 'trying':
      return 'Trying the next batch before it is signed'
    case 'confirming':
      return 'All batches are mined. Waiting until the last one is final.'
    case 'sending':
      return shown.batch ? `This batch is for ${countWallets(shown.batch.gifts)}` : ''
    case null:
      return 'Progress is saved in this browser and read from the network.'
  }
}

function countWallets(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'wallet' : 'wallets'}`
}

function Uncertain({ airdrop }: { airdrop: Airdrop }) {
  const [isAsked, setAsked] = useState(false)
  const count = airdrop.shown.plan.sending?.length ?? 0
  const wallets = countWallets(count)
  return (
    <>
      <Notice
        kind="warning"
        title={`A batch for ${wallets} may still be sent`}
        actions={
          <Button look="quiet" onClick={() => setAsked(true)}>
            Send it again
          </Button>
        }
      >
        It is not in a block yet. Check your wallet and confirm or cancel it there. Once
        it is mined, the airdrop can continue here.
      </Notice>
      <TypedDialog
        title="Send this batch again?"
        word="SEND AGAIN"
        action="Send again"
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={() => {
          setAsked(false)
          airdrop.runAgain()
        }}
      >
        If your wallet also sends the first one, these {wallets} get their items twice.
        Cancel it in your wallet first.
      </TypedDialog>
    </>
  )
}

function EndButton({ airdrop, left }: { airdrop: Airdrop; left: number }) {
  const [isAsked, setAsked] = useState(false)
  const rows = `${formatCount(left)} ${left === 1 ? 'row' : 'rows'}`
  return (
    <>
      <Button look="plain" onClick={() => setAsked(true)}>
        End this airdrop
      </Button>
      <TypedDialog
        title="End this airdrop?"
        word="END"
        action="End it"
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={() => {
          setAsked(false)
          airdrop.finish()
        }}
      >
        {rows} get nothing. What was given stays given. You can send the same file later:
        wallets that have their items are skipped.
      </TypedDialog>
    </>
  )
}
