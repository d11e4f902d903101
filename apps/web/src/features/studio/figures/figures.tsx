import './figures.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PartFailure } from '../../../components/part-failure.tsx'
import { now } from '../../../lib/clock.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { usePart } from '../../../lib/use-part.ts'
import { EmptyBlock } from '../../../ui/block.tsx'
import { Button } from '../../../ui/button.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { Own } from '../page/own.ts'
import { studioStatsQuery } from '../page/own-queries.ts'
import { StudioIcon } from '../studio-icon.tsx'
import { FiguresFailure } from './figures-failure.tsx'
import { FiguresTable } from './figures-table.tsx'
import { labelZone } from './labels.ts'
import { chooseRange, type Period, type Series, toSeries } from './series.ts'
import { writeFigures } from './write-figures.ts'

const periods = [
  { value: 'week', label: '7 days' },
  { value: 'all', label: 'Since start' },
] as const

const views = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
] as const

/** Mints by phase and revenue over time, as a chart, a table and a file. */
export function Figures({ own }: { own: Own }) {
  const { collection, draft, network } = own
  const [period, setPeriod] = useState<Period>('all')
  const [view, setView] = useState<'chart' | 'table'>('chart')
  const [openedAt] = useState(now)
  const range = chooseRange(period, Date.parse(collection.created_at), openedAt)
  const read = useQuery({
    ...studioStatsQuery(draft.contract_id, range),
    placeholderData: keepPreviousData,
  })
  const stats = read.data?.data
  const titles = new Map(
    collection.phases.map(({ phase_id, title }) => [phase_id, title]),
  )
  const series = stats && toSeries(stats, titles)
  const coin = network.native_currency
  const hasMints = stats !== undefined && stats.since_start.minted > 0
  return (
    <section className="card panel" aria-labelledby="figures">
      <div className="panel-head">
        <h2 id="figures">Mints and revenue</h2>
        {hasMints && series && (
          <>
            <Segmented
              label="Period"
              isSmall
              value={period}
              segments={periods}
              onChange={setPeriod}
            />
            <Segmented
              label="View"
              isSmall
              value={view}
              segments={views}
              onChange={setView}
            />
            <Button
              look="quiet"
              className="csv"
              onClick={() =>
                saveFile(
                  `${collection.alias ?? collection.contract_address}-mints.csv`,
                  'text/csv',
                  writeFigures(series, coin),
                )
              }
            >
              <StudioIcon name="csv" />
              CSV
            </Button>
          </>
        )}
      </div>
      {!series && <FiguresFailure read={read} noun="Figures" />}
      {!series && !read.isError && <Skeleton width="100%" height={360} />}
      {series && !hasMints && (
        <EmptyBlock title="No mints yet">
          Mints by phase and revenue appear here with the first mint. Airdrops are not
          counted.
        </EmptyBlock>
      )}
      {series && hasMints && (
        <>
          <Legend series={series} />
          {view === 'table' ? (
            <FiguresTable series={series} coin={coin} />
          ) : (
            <LoadedChart series={series} coin={coin} onTable={() => setView('table')} />
          )}
        </>
      )}
    </section>
  )
}

function Legend({ series }: { series: Series }) {
  return (
    <div className="legend">
      {series.phases.map(({ phaseId, title }, place) => (
        <span key={phaseId}>
          <i className={`swatch hue-${place % 6}`} aria-hidden="true" />
          {title}
        </span>
      ))}
      <span className="zone">{labelZone(series)}</span>
    </div>
  )
}

type LoadedChartProps = {
  series: Series
  coin: { symbol: string; decimals: number }
  onTable: () => void
}

/** The chart, in a chunk of its own; the table needs none. */
function LoadedChart({ onTable, ...props }: LoadedChartProps) {
  const { part: Chart, error, retry } = usePart(loadChart, true)
  if (Chart) return <Chart {...props} />
  if (!error) return <Skeleton width="100%" height={360} />
  return (
    <>
      <PartFailure
        title="The chart could not be loaded"
        kept="The table has the same figures"
        error={error}
        onRetry={retry}
      />
      <Button look="quiet" onClick={onTable}>
        Show the table
      </Button>
    </>
  )
}

async function loadChart() {
  return (await import('./chart.tsx')).Chart
}
