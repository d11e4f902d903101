import { formatAmount, formatCount } from '@platemark/rules/amounts'
import { isSoldOut, NEVER_ENDS } from '@platemark/rules/collection-state'
import { isUnlimited } from '@platemark/rules/limits'
import type { MintPhase, MintState } from '@platemark/rules/mint-state'
import { PUBLIC_PHASE_ID } from '@platemark/rules/states'
import type { Terms } from '@platemark/wire/collection-terms'
import type { Network } from '@platemark/wire/config'
import type { ReactNode } from 'react'
import { remaining, two } from '../../lib/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tag } from '../../ui/tag.tsx'
import { MintActions } from './mint-actions.tsx'
import type { MintViewProps } from './mint-frame.ts'
import { sayWhen, untilOf, whenOf } from './when.ts'

/** The mint panel in any of its states: what is, and what to do next. */
export function MintView(props: MintViewProps) {
  const { state, words } = props
  return (
    <section className="mint-panel" aria-label="Mint" data-state={state.code}>
      <Head {...props} />
      <Progress {...props} />
      {state.code === 'not_started' && (
        <OpensIn {...props} at={state.params.next.start} />
      )}
      {props.choice}
      {state.code === 'disconnected' && <OfferedPhases {...props} />}
      {words.title && (
        <div className="mint-state" role="status">
          <h3>
            <StateIcon state={state} />
            <span>{words.title}</span>
          </h3>
          <p>{words.text}</p>
        </div>
      )}
      {props.details ?? <StillDetails {...props} />}
      <MintActions {...props} />
    </section>
  )
}

function Head({ state, collection, terms, now, isTicking, isHydrated }: MintViewProps) {
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
              ends in <b>{untilOf(phase.end - now)}</b>
            </>
          ) : (
            `ends ${sayWhen(phase.end, isHydrated)}`
          )}
        </span>
      )}
      {state.code === 'not_started' && (
        <span className="small muted">
          {sayWhen(state.params.next.start, isHydrated)}
        </span>
      )}
    </div>
  )
}

function phaseOf(
  state: MintState,
  terms: Terms,
): { title: string; end: number } | undefined {
  if (state.code === 'not_started') return state.params.next
  if ('phase' in state.params) return state.params.phase ?? undefined
  // The mint may belong to any phase; it is named where there is only one.
  const isOwn = state.code === 'pending_tx' || state.code === 'success'
  return isOwn && terms.phases.length === 1 ? terms.phases[0] : undefined
}

function isRunning({ code }: MintState): boolean {
  return !['not_started', 'sold_out', 'ended', 'unavailable', 'no_phase'].includes(code)
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
  const phase = 'phase' in state.params ? state.params.phase : undefined
  const counted = terms.phases.find(({ phaseId }) => phaseId === phase?.phaseId)
  const left =
    counted && counted.maxSupply !== null
      ? `${formatCount(Math.max(counted.maxSupply - counted.minted, 0))} left in this phase`
      : max_supply === null
        ? 'no limit of supply'
        : ''
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
          <b>{formatCount(minted)}</b>
          {max_supply === null
            ? ' minted, open edition'
            : ` of ${formatCount(max_supply)} minted`}
        </span>
        <span>{left}</span>
      </div>
    </div>
  )
}

function OpensIn({ at, now, isTicking }: MintViewProps & { at: number }) {
  const { days, hours, minutes, seconds } = remaining((at - now) * 1000)
  const cells = [
    ...(days > 0 || !isTicking ? [{ unit: 'day', value: days, text: String(days) }] : []),
    { unit: 'hour', value: hours, text: two(hours) },
    { unit: 'minute', value: minutes, text: two(minutes) },
    { unit: 'second', value: seconds, text: two(seconds) },
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

/** The phases as anyone sees them, while no wallet is known. */
function OfferedPhases({ terms, now, network, isHydrated }: MintViewProps) {
  const phases = terms.phases
    .filter(({ end }) => end > now)
    .toSorted((a, b) => a.start - b.start)
  return (
    <PhaseLines
      phases={phases}
      network={network}
      textOf={({ start, end }) =>
        start > now
          ? `from ${sayWhen(start, isHydrated)}`
          : end >= NEVER_ENDS
            ? 'without an end'
            : `to ${sayWhen(end, isHydrated)}`
      }
    />
  )
}

/** The same before the first of them opens: when, and for whom. */
function ComingPhases({
  phases,
  network,
  isHydrated,
}: Pick<MintViewProps, 'network' | 'isHydrated'> & { phases: readonly MintPhase[] }) {
  return (
    <PhaseLines
      phases={phases}
      network={network}
      textOf={({ start, phaseId }) =>
        `${whenOf(start, isHydrated)?.main}, ${phaseId === PUBLIC_PHASE_ID ? 'everyone' : 'by list'}`
      }
    />
  )
}

function PhaseLines({
  phases,
  network,
  textOf,
}: {
  phases: readonly MintPhase[]
  network: Network
  textOf: (phase: MintPhase) => string
}) {
  return (
    <ul className="mini-phases">
      {phases.map((phase) => (
        <li key={phase.phaseId}>
          <b>{phase.title}</b>
          <b className="end">{priceText(phase.priceWei, network)}</b>
          <span>{textOf(phase)}</span>
          <span className="end">
            {isUnlimited(phase.phaseId, phase.maxPerWallet)
              ? 'no limit'
              : `${formatCount(phase.maxPerWallet)} per wallet`}
          </span>
        </li>
      ))}
    </ul>
  )
}

function StillDetails({ state, network, isHydrated }: MintViewProps) {
  if (state.code === 'not_started' && !state.params.place) {
    const { later } = state.params
    return <ComingPhases phases={later} network={network} isHydrated={isHydrated} />
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
  if (state.code === 'paused' || state.code === 'unavailable') {
    return (
      <span className="warn-ink">
        <Icon name="circle_alert" size={16} />
      </span>
    )
  }
  const isGood =
    state.code === 'success' ||
    (state.code === 'not_started' &&
      state.params.place !== null &&
      state.params.place.phaseId !== 255)
  return isGood ? <Icon name="check" size={16} /> : null
}

export function priceText(wei: bigint, network: Network): string {
  return wei === 0n ? 'Free' : formatAmount(wei, network.native_currency)
}
