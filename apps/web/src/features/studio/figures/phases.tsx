import type { Phase } from '@platemark/api/collections'
import type { StudioStats } from '@platemark/api/stats'
import { formatAmount, formatCount } from '@platemark/rules/amounts'
import { useQuery } from '@tanstack/react-query'
import { When } from '../../../components/when.tsx'
import { useNow } from '../../../lib/clock.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { ChangeLink } from '../page/change-link.tsx'
import { OpenChange } from '../page/open-change.tsx'
import type { Own } from '../page/own.ts'
import { studioStatsQuery, turnoutQuery } from '../page/own-queries.ts'
import { StudioIcon } from '../studio-icon.tsx'
import { FiguresFailure } from './figures-failure.tsx'
import { joinPhases, type PhaseRow } from './join-phases.ts'

/** Every phase: when, price, list, minted and revenue, with the sum. */
export function Phases({ own }: { own: Own }) {
  const read = useQuery(studioStatsQuery(own.draft.contract_id))
  const stats = read.data?.data.since_start
  const { collection } = own
  const rows = joinPhases(collection.phases, stats?.phases ?? [])
  const airdropped = stats?.airdropped ?? 0
  return (
    <section className="card panel" aria-labelledby="phases">
      <div className="panel-head">
        <h2 id="phases">Phases</h2>
        <div className="row wrap">
          <ChangeLink own={own} name="phases" className="button quiet">
            <StudioIcon name="edit" />
            Edit the public phase
          </ChangeLink>
          <ChangeLink own={own} name="lists" className="button quiet">
            Edit lists
          </ChangeLink>
        </div>
      </div>
      <OpenChange own={own} names={['phases', 'lists']} />
      {!stats && <FiguresFailure read={read} noun="Revenue by phase" />}
      {rows.length === 0 ? (
        <p className="muted">
          There are no phases. Nothing can be minted until you add one.
        </p>
      ) : (
        <PhaseTable own={own} rows={rows} stats={stats} isWaiting={!read.isError} />
      )}
      {airdropped > 0 && (
        <p className="muted small panel-note">
          {airdropped === 1 ? '1 more was' : `${formatCount(airdropped)} more were`}{' '}
          airdropped, without a price.
        </p>
      )}
    </section>
  )
}

type PhaseTableProps = {
  own: Own
  rows: PhaseRow[]
  stats: StudioStats['since_start'] | undefined
  /** True unless the statistics could not be read. */
  isWaiting: boolean
}

function PhaseTable({ own, rows, stats, isWaiting }: PhaseTableProps) {
  const coin = own.network.native_currency
  const turnout = useQuery({
    ...turnoutQuery(own.draft.contract_id),
    enabled: rows.some(({ phase }) => phase?.list),
  }).data?.data
  const came = (id: number) =>
    turnout && (turnout.find(({ phase_id }) => phase_id === id)?.wallets ?? 0)
  const listed = (id: number) => own.draft.lists.find(({ phase_id }) => phase_id === id)
  return (
    <table className="figure-table stacked">
      <thead>
        <tr>
          <th scope="col">Phase</th>
          <th scope="col">When</th>
          <th scope="col" className="number">
            Price
          </th>
          <th scope="col" className="number">
            List
          </th>
          <th scope="col" className="number">
            Minted
          </th>
          <th scope="col" className="number">
            Revenue
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ phaseId, title, phase, sold, hue }) => (
          <tr key={phaseId}>
            <th scope="row" className="phase-name">
              {hue !== undefined && (
                <i className={`swatch hue-${hue % 6}`} aria-hidden="true" />
              )}
              <b>{title}</b>
              <OpenTag phase={phase} />
            </th>
            <td data-label="When">
              {phase ? <Period phase={phase} /> : <span className="muted">Removed</span>}
            </td>
            <td className="number" data-label="Price">
              {phase ? <Price phase={phase} own={own} /> : '–'}
            </td>
            <td className="number" data-label="List">
              <List phase={phase} listed={listed(phaseId)} came={came(phaseId)} />
            </td>
            <td className="number" data-label="Minted">
              <span>
                {formatCount(stats ? (sold?.minted ?? 0) : (phase?.minted ?? 0))}
                {phase && phase.max_supply !== null && (
                  <span className="muted"> / {formatCount(phase.max_supply)}</span>
                )}
              </span>
            </td>
            <td className="number" data-label="Revenue">
              {stats ? (
                formatAmount(BigInt(sold?.revenue_wei ?? '0'), coin)
              ) : isWaiting ? (
                <Skeleton width={70} />
              ) : (
                '–'
              )}
            </td>
          </tr>
        ))}
      </tbody>
      {stats && (
        <tfoot>
          <tr>
            <th scope="row" colSpan={4}>
              All phases
            </th>
            <td className="number" data-label="Minted">
              {formatCount(stats.minted)}
            </td>
            <td className="number" data-label="Revenue">
              {formatAmount(BigInt(stats.revenue_wei), coin)}
            </td>
          </tr>
        </tfoot>
      )}
    </table>
  )
}

function OpenTag({ phase }: { phase: Phase | undefined }) {
  const now = useNow(60_000)
  if (!phase || now === undefined) return null
  const isOpen = Date.parse(phase.start) <= now && now < Date.parse(phase.end)
  return isOpen ? <Tag kind="live">Live</Tag> : null
}

/** Phases that end later are as good as endless. */
const NO_END = Date.parse('2100-01-01T00:00:00Z')

function Period({ phase: { start, end } }: { phase: Phase }) {
  return (
    <span>
      <When at={start} />{' '}
      {Date.parse(end) > NO_END ? (
        'on'
      ) : (
        <>
          to <When at={end} />
        </>
      )}
    </span>
  )
}

function Price({ phase, own }: { phase: Phase; own: Own }) {
  const wei = BigInt(phase.price_wei)
  return wei === 0n ? 'Free' : formatAmount(wei, own.network.native_currency)
}

type ListProps = {
  phase: Phase | undefined
  /** Its wallets on its list, whose tree may hold those of others, and on earlier lists. */
  listed: Own['draft']['lists'][number] | undefined
  /** Wallets of the list that minted; undefined while it is not known. */
  came: number | undefined
}

function List({ phase, listed, came }: ListProps) {
  if (phase?.kind !== 'allowlist') {
    return <span className="muted">{phase ? 'Everyone' : '–'}</span>
  }
  if (!phase.list) return <span className="muted">No list</span>
  const entries = listed?.entries ?? phase.list.entries
  const earlier = listed?.earlier_entries ?? 0
  return [
    `${formatCount(entries)} ${entries === 1 ? 'wallet' : 'wallets'}`,
    earlier > 0 && `${formatCount(earlier)} more on the old list`,
    came !== undefined && `${formatCount(came)} minted`,
  ]
    .filter(Boolean)
    .join(', ')
}
