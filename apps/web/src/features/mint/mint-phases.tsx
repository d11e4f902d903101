import type { Network } from '@platemark/api/config'
import { formatAmount, formatCount } from '@platemark/rules/amounts'
import { NEVER_ENDS } from '@platemark/rules/collection-state'
import { isUnlimited } from '@platemark/rules/limits'
import type { MintPhase, OfferedPhase } from '@platemark/rules/mint-phase'
import { PUBLIC_PHASE_ID } from '@platemark/rules/states'
import { formatMoment, toMoment } from '@platemark/rules/times'
import type { MintPanelContext } from './mint-panel-context.ts'

type ListProps<Phase> = Pick<MintPanelContext, 'network' | 'now' | 'isHydrated'> & {
  phases: readonly Phase[]
}

/** Phases without a wallet. */
export function OfferedPhases({
  terms,
  now,
  network,
  isHydrated,
}: Pick<MintPanelContext, 'terms' | 'now' | 'network' | 'isHydrated'>) {
  const seen = isHydrated ? now : undefined
  const phases = terms.phases
    .filter(({ end }) => end > now)
    .toSorted((a, b) => a.start - b.start)
  return (
    <PhaseLines
      phases={phases}
      network={network}
      textOf={({ start, end }) =>
        start > now
          ? `from ${formatMoment(start, isHydrated, seen)}`
          : end >= NEVER_ENDS
            ? 'without an end'
            : `to ${formatMoment(end, isHydrated, seen)}`
      }
    />
  )
}

/** Phases before the first of them opens: start and access. */
export function ComingPhases({ phases, network, now, isHydrated }: ListProps<MintPhase>) {
  const seen = isHydrated ? now : undefined
  return (
    <PhaseLines
      phases={phases}
      network={network}
      textOf={({ start, phaseId }) =>
        `${toMoment(start, isHydrated, seen)?.main}, ${phaseId === PUBLIC_PHASE_ID ? 'everyone' : 'by list'}`
      }
    />
  )
}

/** Phases that this wallet can enter later. */
export function LaterPhases({
  phases,
  network,
  now,
  isHydrated,
}: ListProps<OfferedPhase>) {
  if (phases.length === 0) return null
  const seen = isHydrated ? now : undefined
  return (
    <PhaseLines
      phases={phases}
      network={network}
      textOf={({ start }) => formatMoment(start, isHydrated, seen)}
      limitOf={({ phaseId, allowed, used }) =>
        isUnlimited(phaseId, allowed)
          ? 'no limit for you'
          : `up to ${formatCount(Math.max(allowed - used, 0))} for you`
      }
    />
  )
}

function PhaseLines<Phase extends MintPhase>({
  phases,
  network,
  textOf,
  limitOf = limitForAnyone,
}: {
  phases: readonly Phase[]
  network: Network
  textOf: (phase: Phase) => string
  limitOf?: (phase: Phase) => string
}) {
  return (
    <ul className="mini-phases">
      {phases.map((phase) => (
        <li key={phase.phaseId}>
          <b>{phase.title}</b>
          <b className="end">{priceText(phase.priceWei, network)}</b>
          <span>{textOf(phase)}</span>
          <span className="end">{limitOf(phase)}</span>
        </li>
      ))}
    </ul>
  )
}

function limitForAnyone({ phaseId, maxPerWallet }: MintPhase): string {
  return isUnlimited(phaseId, maxPerWallet)
    ? 'no limit'
    : `${formatCount(maxPerWallet)} per wallet`
}

export function priceText(wei: bigint, network: Network): string {
  return wei === 0n ? 'Free' : formatAmount(wei, network.native_currency)
}
