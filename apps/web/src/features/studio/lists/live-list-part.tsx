import { formatAmount, formatCount } from '@platemark/rules/amounts'
import { NEVER_ENDS } from '@platemark/rules/collection-state'
import { formatDuration, formatMoment } from '@platemark/rules/times'
import { type ReactNode, useState } from 'react'
import type { Hex } from 'viem'
import { CallButton } from '../../../components/call/call-button.tsx'
import type { Call } from '../../../components/call/use-call.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { encodeChange } from '../changes/encode-change.ts'
import type { Own } from '../page/own.ts'
import { type LiveList, shortenRoot } from './live-lists.ts'

type LiveListPartProps = {
  own: Own
  list: LiveList
  call: Call
  /** Seconds of the notice, and the chain's time. */
  notice: number
  now: () => number
  /** Name of the phase whose form is open; the form itself is in `children`. */
  opened: string
  onOpen(phase: string): void
  children: ReactNode
}

/** One list of a live collection: its phases, and what can be done about it. */
export function LiveListPart(props: LiveListPartProps) {
  const { list } = props
  const [isRemoving, setRemoving] = useState(false)
  const name = shortenRoot(list.root)
  const { file } = list
  const isLeaving = list.until < NEVER_ENDS
  const isOld = isRemovable(list)
  const title = isLeaving ? 'Removed list' : isOld ? 'Old list' : 'Current list'
  return (
    <section className="change-part list-part" aria-label={`${title} ${name}`}>
      <div className="between wrap">
        <span>
          <b>{title}</b>{' '}
          <code className="muted small" translate="no">
            {name}
          </code>
        </span>
        <span className="muted small">{describeWindow(list, props.now())}</span>
      </div>
      {file ? (
        <PhaseRows {...props} file={file} />
      ) : (
        <p className="small">
          Its file is not on this site, so its wallets are not known here. You can remove
          it.
        </p>
      )}
      {props.children}
      {isOld && (
        <div className="list-removal">
          <RemoveOldList {...props} />
        </div>
      )}
      {!isLeaving && !isOld && (
        <div className="list-removal">
          {isRemoving ? (
            <>
              <RemoveList {...props} />
              <Button look="plain" onClick={() => setRemoving(false)}>
                Keep this list
              </Button>
            </>
          ) : (
            <Button look="quiet" onClick={() => setRemoving(true)}>
              Remove this list
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

/** Returns whether phases of a list can be changed: no newer list has them, and it stays. */
export function canChange({ isReplaced, until }: LiveList): boolean {
  return !isReplaced && until >= NEVER_ENDS
}

/** Returns whether a list waits for its removal: newer lists have its phases, and it counts still. */
export function isRemovable({ isReplaced, until }: LiveList): boolean {
  return isReplaced && until >= NEVER_ENDS
}

type PhaseRowsProps = LiveListPartProps & {
  file: NonNullable<LiveList['file']>
}

function PhaseRows({ own, list, file, opened, onOpen, now }: PhaseRowsProps) {
  const coin = own.network.native_currency
  return (
    <table className="figure-table stacked">
      <thead>
        <tr>
          <th scope="col">Phase</th>
          <th scope="col">Wallets</th>
          <th scope="col">Terms</th>
          <th scope="col">
            <span className="hide">Change</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {file.phases.map(({ phaseId, title, start, end, priceWei, maxPerWallet }) => (
          <tr key={phaseId}>
            <th scope="row">{title}</th>
            <td data-label="Wallets">{formatCount(list.counts.get(phaseId) ?? 0)}</td>
            <td data-label="Terms">
              {priceWei === 0n ? 'Free' : formatAmount(priceWei, coin)}, up to{' '}
              {formatCount(maxPerWallet)} each, {formatMoment(start, true, now())} to{' '}
              {formatMoment(end, true, now())}
            </td>
            <td>
              {canChange(list) && (
                <Button
                  look="quiet"
                  aria-expanded={opened === String(phaseId)}
                  aria-label={`Change ${title}`}
                  onClick={() => onOpen(String(phaseId))}
                >
                  Change
                </Button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The second step of a change: the list that a newer one replaces is removed. */
function RemoveOldList({ list, call, notice, now }: LiveListPartProps) {
  const waits = list.notBefore <= now() && notice > 0
  return (
    <>
      <Notice kind="warning" title="Step 2 of 2: remove the old list">
        {describeLeftOut(list.leftOut)}{' '}
        {waits
          ? `It ends ${formatDuration(notice)} after its removal: the notice you promised.`
          : 'It ends with its removal.'}
      </Notice>
      <CallButton call={call} request={encodeRemoval(list, 'Old list removed')}>
        Remove the old list
      </CallButton>
    </>
  )
}

function describeLeftOut(count: number): string {
  if (count === 0) return 'Its wallets can still mint on its terms.'
  return count === 1
    ? '1 wallet that the current list leaves out can still mint.'
    : `${formatCount(count)} wallets that the current list leaves out can still mint.`
}

/** The removal of a list that nothing replaces. */
function RemoveList({ list, call, notice, now }: LiveListPartProps) {
  const hasOpened = list.notBefore <= now()
  const waits = hasOpened && notice > 0
  return (
    <>
      <Notice
        kind="warning"
        title={
          waits
            ? `It ends after your notice of ${formatDuration(notice)}`
            : 'It ends immediately'
        }
      >
        {waits
          ? 'Until then its wallets can mint. '
          : hasOpened
            ? 'This collection has no notice period. '
            : 'None of its phases has opened yet. '}
        Phases that are on no other list end with it.
      </Notice>
      <CallButton call={call} look="danger" request={encodeRemoval(list, 'List removed')}>
        Sign the removal
      </CallButton>
    </>
  )
}

function encodeRemoval({ root }: LiveList, done: string) {
  // Safe: roots are hashes of events.
  return encodeChange(
    'removeList',
    [root as Hex],
    `Remove list ${shortenRoot(root)}`,
    done,
  )
}

function describeWindow({ notBefore, until }: LiveList, now: number): string {
  if (until < NEVER_ENDS) return `Removed: ends ${formatMoment(until, true, now)}`
  return notBefore > now ? `Opens ${formatMoment(notBefore, true, now)}` : 'In force'
}
