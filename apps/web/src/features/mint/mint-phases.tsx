import type { Network } from '@platemark/api/config'
import { formatAmount, formatCount } from '@platemark/rules/amounts'
import { NEVER_ENDS } from '@platemark/rules/collection-state'
import { isUnlimited } from '@platemark/rules/limits'
import type { MintPhase, OfferedPhase } from '@platemark/rules/mint-phase'
import { formatPrice } from '@platemark/rules/price'
import { PUBLIC_PHASE_ID } from '@platemark/rules/states'
import { formatMoment } from '@platemark/rules/times'
import type { MintPanelContext } from './mint-panel-context.ts'

type Shown = Pick<MintPanelContext, 'collection' | 'network' | 'now' | 'isHydrated'>
type ListProps<Phase> = Shown & { phases: readonly Phase[] }

/** Phases without a wallet. */
export function OfferedPhases({
  terms,
  ...shown
}: Shown & Pick<MintPanelContext, 'terms'>) {
  const { now, isHydrated } = shown
  const seen = isHydrated ? now : undefined
  const phases = terms.phases
    .filter(({ end }) => end > now)
    .toSorted((a, b) => a.start - b.start)
  return (
    <PhaseLines
      {...shown}
      phases={phases}
      limitOf={publicLimit}
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
export function ComingPhases(props: ListProps<MintPhase>) {
  const seen = props.isHydrated ? props.now : undefined
  return (
    <PhaseLines
      {...props}
      textOf={({ start }) => formatMoment(start, props.isHydrated, seen)}
      limitOf={publicLimit}
    />
  )
}

/** Phases that this wallet can enter later. */
export function LaterPhases(props: ListProps<OfferedPhase>) {
  if (props.phases.length === 0) return null
  const seen = props.isHydrated ? props.now : undefined
  return (
    <PhaseLines
      {...props}
      textOf={({ start }) => formatMoment(start, props.isHydrated, seen)}
      limitOf={({ phaseId, allowed, used }) =>
        isUnlimited(phaseId, allowed)
          ? 'no limit for you'
          : `up to ${formatCount(Math.max(allowed - used, 0))} for you`
      }
    />
  )
}

type LineProps<Phase> = ListProps<Phase> & {
  textOf: (phase: Phase) => string
  limitOf: (phase: Phase) => string
}

function PhaseLines<Phase extends MintPhase>(props: LineProps<Phase>) {
  const { phases, collection, network, textOf, limitOf } = props
  const mintFeeWei = BigInt(collection.mint_fee_wei)
  return (
    <ul className="mini-phases">
      {phases.map((phase) => (
        <li key={phase.phaseId}>
          <b>{phase.title}</b>
          <b className="end">
            {formatPrice(
              { priceWei: phase.priceWei, mintFeeWei, isAllowlistOnly: false },
              network.native_currency,
            )}
          </b>
          <span>{limitOf(phase)}</span>
          <span className="when">{textOf(phase)}</span>
        </li>
      ))}
    </ul>
  )
}

/** Returns the limit, and which wallets it is of. */
function publicLimit({ phaseId, maxPerWallet }: MintPhase): string {
  const limit = isUnlimited(phaseId, maxPerWallet)
    ? 'no limit'
    : `${formatCount(maxPerWallet)} per wallet`
  return phaseId === PUBLIC_PHASE_ID ? limit : `allowlist only, ${limit}`
}

/** Returns a price without its fee, which the rows of a total have on their own. */
export function priceText(wei: bigint, network: Network): string {
  return wei === 0n ? 'Free' : formatAmount(wei, network.native_currency)
}
