import type { Terms } from '@platemark/api/collection-terms'
import { formatCount, shortAddress } from '@platemark/rules/amounts'
import { isSoldOut, NEVER_ENDS } from '@platemark/rules/collection-state'
import type { MintState } from '@platemark/rules/mint-state-types'
import { formatMoment, timeUntil } from '@platemark/rules/times'
import type { ReactNode } from 'react'
import { remaining, twoDigits } from '../../lib/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tag } from '../../ui/tag.tsx'
import { MintActions } from './mint-actions.tsx'
import type { MintViewProps } from './mint-panel-context.ts'
import { ComingPhases, OfferedPhases } from './mint-phases.tsx'

/** Mint panel in any state: message, details and actions. */
export function MintView(props: MintViewProps) {
  const { state, words } = props
  return (
    <section
      className="mint-panel"
      aria-label="Mint"
      data-state={state.code}
      tabIndex={-1}
    >
      <Head {...props} />
      <Progress {...props} />
      {state.code === 'not_started' && (
        <OpensIn {...props} at={awaitedPhase(state.params).start} />
      )}
      {props.choice}
      {(state.code === 'disconnected' || state.code === 'wrong_chain') && (
        <OfferedPhases {...props} />
      )}
      <div className={words.title ? 'mint-state' : 'hide'} role="status">
        {words.title ? (
          <>
            <h3>
              <StateIcon state={state} />
              <span>{words.title}</span>
            </h3>
            <p>
              <WithBoldAddress {...props} text={words.text} />
            </p>
          </>
        ) : (
          state.code === 'ready' && `You can mint in ${state.params.phase.title} now.`
        )}
      </div>
      {props.details ?? <StaticDetails {...props} />}
      <MintActions {...props} />
    </section>
  )
}

/** Message with the connected address in bold. */
function WithBoldAddress({ text, wallet }: MintViewProps & { text: string }) {
  const address = wallet ? shortAddress(wallet.address) : ''
  const [before = '', after] = address ? text.split(address) : [text]
  if (after === undefined) return text
  return (
    <>
      {before}
      <b translate="no">{address}</b>
      {after}
    </>
  )
}

function Head(props: MintViewProps) {
  const { state, collection, terms, now, isTicking, isHydrated, readAt } = props
  const phase = phaseOf(state, terms)
  const isSale = phase !== undefined && phase.end > now && !isSoldOut(terms)
  const tag = tagOf(state, isSale)
  const isTimed = phase && phase.end < NEVER_ENDS && isRunning(state)
  return (
    <div className="mint-panel-head">
      <div>
        <h2>{phase?.title ?? collection.name}</h2> {tag}
      </div>
      {isTimed && (
        <span className="small muted ends">
          {isTicking ? (
            <>
              ends in <b>{timeUntil(phase.end - now)}</b>
            </>
          ) : (
            `ends ${formatMoment(phase.end, isHydrated)}`
          )}
        </span>
      )}
      {state.code === 'not_started' && (
        <span className="small muted opens">
          {formatMoment(
            awaitedPhase(state.params).start,
            isHydrated,
            isHydrated ? now : undefined,
          )}
        </span>
      )}
      {isHydrated && isStale(state) && (
        <span className="small muted">last read {formatClock(readAt)}</span>
      )}
    </div>
  )
}

/** Returns whether the shown data may be stale. */
function isStale({ code, params }: MintState): boolean {
  if (code !== 'unavailable') return false
  return !['blocked', 'not_indexed', 'unreadable'].includes(params.reason)
}

/** Formats ms since 1970 as local time of day. */
function formatClock(at: number): string {
  const date = new Date(at)
  return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`
}

/** Returns the phase to wait for: the first that this wallet can enter, else the first of all. */
function awaitedPhase({
  next,
  place,
}: Extract<MintState, { code: 'not_started' }>['params']) {
  return place ?? next
}

function phaseOf(
  state: MintState,
  terms: Terms,
): { title: string; end: number } | undefined {
  if (state.code === 'not_started') return awaitedPhase(state.params)
  if ('phase' in state.params) return state.params.phase ?? undefined
  // The mint may belong to any phase; name it only when there is one.
  const isOwn = state.code === 'pending_tx' || state.code === 'success'
  return isOwn && terms.phases.length === 1 ? terms.phases[0] : undefined
}

function isRunning({ code }: MintState): boolean {
  return ![
    ...['not_started', 'sold_out', 'ended', 'paused', 'unavailable', 'no_phase'],
  ].includes(code)
}

function tagOf({ code }: MintState, isSale: boolean): ReactNode {
  switch (code) {
    case 'unavailable':
      return null
    case 'pending_tx':
    case 'success':
      return isSale ? <LiveTag /> : null
    case 'paused':
      return <Tag kind="warn">Paused</Tag>
    case 'sold_out':
    case 'phase_sold_out':
      return <Tag>Sold out</Tag>
    case 'ended':
      return <Tag>Ended</Tag>
    case 'no_phase':
      return <Tag>No date yet</Tag>
    case 'not_started':
      return <Tag>Next</Tag>
    default:
      return <LiveTag />
  }
}

function LiveTag() {
  return (
    <Tag kind="live">
      <i className="mint-dot" />
      Live
    </Tag>
  )
}

function Progress({ state, collection, terms }: MintViewProps) {
  const { minted, max_supply } = collection
  if (state.code === 'not_started' && minted === 0) return null
  return (
    <div className="minted-bar">
      {max_supply !== null && (
        <div
          className="bar"
          role="progressbar"
          aria-label="Minted"
          aria-valuemin={0}
          aria-valuemax={max_supply}
          aria-valuenow={minted}
        >
          <i
            style={{
              width: `${((Math.min(minted, max_supply) / Math.max(max_supply, 1)) * 100).toFixed(1)}%`,
            }}
          />
        </div>
      )}
      <div className="figures">
        <span>
          <b translate="no">{formatCount(minted)}</b>
          {max_supply === null
            ? ' minted, open edition'
            : ` of ${formatCount(max_supply)} minted`}
        </span>
        <span>{remainingMessage(state, terms)}</span>
      </div>
    </div>
  )
}

/** Returns the remaining quantity, where it is shown. */
function remainingMessage(state: MintState, terms: Terms): string {
  if (state.code === 'phase_sold_out' && state.params.next) {
    const { left, next } = state.params
    if (left !== null) return `${formatCount(left)} left for ${next.title}`
  }
  const phase = 'phase' in state.params ? state.params.phase : undefined
  const counted = terms.phases.find(({ phaseId }) => phaseId === phase?.phaseId)
  if (counted && counted.maxSupply !== null) {
    return `${formatCount(Math.max(counted.maxSupply - counted.minted, 0))} left in this phase`
  }
  return terms.maxSupply === null ? 'no supply limit' : ''
}

function OpensIn({ at, now, isTicking }: MintViewProps & { at: number }) {
  const { days, hours, minutes, seconds } = remaining((at - now) * 1000)
  const cells = [
    ...(days > 0 || !isTicking ? [{ unit: 'day', value: days, text: String(days) }] : []),
    { unit: 'hour', value: hours, text: twoDigits(hours) },
    { unit: 'minute', value: minutes, text: twoDigits(minutes) },
    { unit: 'second', value: seconds, text: twoDigits(seconds) },
  ]
  return (
    <div
      className="opens-in"
      role="timer"
      aria-label={
        isTicking
          ? `Opens in ${days} days, ${hours} hours, ${minutes} minutes`
          : undefined
      }
    >
      {cells.map(({ unit, value, text }) => (
        <div key={unit}>
          <b>{isTicking ? text : '–'}</b>
          <span>{value === 1 && isTicking ? unit : `${unit}s`}</span>
        </div>
      ))}
    </div>
  )
}

function StaticDetails(props: MintViewProps) {
  const { state } = props
  if (state.code === 'not_started' && !state.params.place) {
    const { later } = state.params
    return <ComingPhases {...props} phases={later} />
  }
  if (state.code !== 'checking') return null
  return (
    <div className="mint-panel-wait" aria-hidden="true">
      <div className="between">
        <Skeleton width={72} />
        <Skeleton width={196} height={44} />
      </div>
      <Skeleton width="100%" />
      <Skeleton width="86%" />
      <Skeleton width="92%" />
    </div>
  )
}

function StateIcon({ state }: { state: MintState }) {
  if (state.code === 'unavailable') return <Icon name="circle_alert" size={16} />
  if (state.code === 'paused') return <Icon name="pause" size={16} />
  const isGood =
    state.code === 'success' ||
    (state.code === 'not_started' &&
      state.params.place !== null &&
      state.params.place.phaseId !== 255)
  return isGood ? <Icon name="check" size={16} /> : null
}
