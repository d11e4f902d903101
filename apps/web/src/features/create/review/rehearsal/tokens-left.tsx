import { PartFailure } from '../../../../components/part-failure.tsx'
import { usePart } from '../../../../lib/use-part.ts'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import type { SupplySteps } from './supply-steps.ts'

/** The tokens left over time, in a chunk of its own; the table of phases has the same figures. */
export function TokensLeft(supply: SupplySteps) {
  const { part: Chart, error, retry } = usePart(loadChart, true)
  if (Chart) return <Chart {...supply} />
  if (!error) return <Skeleton width="100%" height={202} />
  return (
    <PartFailure
      title="The chart could not be loaded"
      kept="The table has the same figures"
      error={error}
      onRetry={retry}
    />
  )
}

async function loadChart() {
  return (await import('./tokens-left-chart.tsx')).TokensLeftChart
}
