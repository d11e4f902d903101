import type { Draft, DraftPhase } from '@platemark/api/studio'
import { formatAmount, formatCount, formatUsdUp } from '@platemark/rules/amounts'
import { NEVER_ENDS } from '@platemark/rules/collection-state'
import { isUnlimited } from '@platemark/rules/limits'
import { formatPrice, priceTerms } from '@platemark/rules/price'
import { formatDistance, toZoneMoment } from '@platemark/rules/zone-moment'
import { nameZone } from '@platemark/rules/zone-times'
import { useNativeCurrency } from '../../../components/app-config.ts'
import { useDraftEditor } from '../draft-editor.tsx'
import { toUnix } from './deployment-calls.ts'
import type { DeployableNetwork } from './deployment-props.ts'

type SchedulePanelProps = {
  draft: Draft
  network: DeployableNetwork
  /** Undefined while the network could not be read. */
  mintFeeWei: bigint | undefined
  /** Unix seconds by the network's time. */
  now: number
}

/** The phases with their times in the creator's zone, in UTC and as distances. */
export function SchedulePanel({ draft, network, mintFeeWei, now }: SchedulePanelProps) {
  const { fields } = useDraftEditor()
  const zone = fields.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const phases = [...fields.phases].sort(
    (a, b) => toUnix(a.start) - toUnix(b.start) || b.phase_id - a.phase_id,
  )
  if (phases.length === 0) return null
  return (
    <section className="card panel" aria-labelledby="review-phases">
      <h2 className="h3" id="review-phases">
        Phases
      </h2>
      <p className="muted small">
        {zone === 'UTC'
          ? 'Times are in UTC.'
          : `Times are in ${nameZone(zone, now)}, with UTC below.`}{' '}
        The network's clock decides.
      </p>
      <table className="data review-phases">
        <thead>
          <tr>
            <th scope="col">Phase</th>
            <th scope="col">Opens</th>
            <th scope="col">Closes</th>
            <th scope="col">One mint costs</th>
            <th scope="col">At most</th>
          </tr>
        </thead>
        <tbody>
          {phases.map((phase) => (
            <tr key={phase.phase_id}>
              <th scope="row">
                {phase.title}
                <small>{accessOf(phase, draft)}</small>
              </th>
              <Moment label="Opens" at={toUnix(phase.start)} {...{ zone, now }} />
              <Moment label="Closes" at={toUnix(phase.end)} {...{ zone, now }} />
              <Cost {...{ phase, network, mintFeeWei }} />
              <td data-label="At most">
                {isUnlimited(phase.phase_id, phase.max_per_wallet)
                  ? 'No limit'
                  : `${formatCount(phase.max_per_wallet)} a wallet`}
                {phase.max_supply !== null && (
                  <small>{formatCount(phase.max_supply)} in all</small>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function accessOf({ kind, phase_id }: DraftPhase, { lists }: Draft): string {
  if (kind === 'public') return 'Everyone'
  const entries = lists.find((list) => list.phase_id === phase_id)?.entries ?? 0
  return entries === 1 ? '1 wallet' : `${formatCount(entries)} wallets`
}

type MomentProps = { label: string; at: number; zone: string; now: number }

function Moment({ label, at, zone, now }: MomentProps) {
  const moment = toZoneMoment(at, zone)
  if (!moment || at >= NEVER_ENDS) return <td data-label={label}>Never</td>
  return (
    <td data-label={label}>
      <time dateTime={new Date(at * 1000).toISOString()}>{moment.main}</time>
      {moment.utc && <small>{moment.utc}</small>}
      <small>{formatDistance(at - now)}</small>
    </td>
  )
}

/** Amount of one mint in the minter's wallet: the price with the mint fee. */
function Cost({
  phase,
  network,
  mintFeeWei,
}: Pick<SchedulePanelProps, 'network' | 'mintFeeWei'> & { phase: DraftPhase }) {
  const rate = useNativeCurrency(network.alias)?.usd_rate
  const coin = network.native_currency
  if (phase.price_wei === null) {
    return (
      <td data-label="One mint costs">
        <span className="warn-text">Price not set</span>
      </td>
    )
  }
  const priceWei = BigInt(phase.price_wei)
  if (mintFeeWei === undefined) {
    const price = priceWei === 0n ? 'Free' : formatAmount(priceWei, coin)
    return <td data-label="One mint costs">{price} + mint fee</td>
  }
  const terms = priceTerms({ phaseId: phase.phase_id, priceWei }, mintFeeWei)
  const wholeWei = priceWei + mintFeeWei
  return (
    <td data-label="One mint costs" translate="no">
      {formatPrice({ ...terms, isAllowlistOnly: false }, coin)}
      {typeof rate === 'number' && wholeWei > 0n && (
        <small>{formatUsdUp(wholeWei, rate, coin.decimals)}</small>
      )}
    </td>
  )
}
