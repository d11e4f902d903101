import type { HolderGroup } from '@platemark/api/collection-reads'
import { formatCount } from '@platemark/rules/amounts'
import { formatShare } from '@platemark/rules/shares'
import {
  axisNumbers,
  countHolders,
  heightAt,
  listRanges,
  placeAt,
  plotPath,
  plotSentence,
  shortenCount,
} from './spread.ts'

type HolderPlotProps = {
  /** In descending order, at least two. */
  groups: readonly HolderGroup[]
  /** Tokens of the connected wallet; 0: none. */
  own: number
}

/** Plot of all holders from the most to the fewest tokens. The text below has the figures. */
export function HolderPlot({ groups, own }: HolderPlotProps) {
  const most = groups[0]?.to ?? 1
  const numbers = axisNumbers(most)
  const lines = numbers.map((number) => `M0 ${100 - 100 * heightAt(number, most)}H100`)
  const place = own > 0 ? placeAt(groups, own) : undefined
  return (
    <div className="holder-plot" role="img" aria-label={plotSentence(groups)}>
      <div className="plot-area">
        {numbers.map((number) => (
          <span
            key={number}
            className="plot-number"
            style={{ bottom: `${(heightAt(number, most) * 100).toFixed(1)}%` }}
          >
            {shortenCount(number)}
          </span>
        ))}
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <path className="gridlines" d={lines.join('')} />
          <path d={plotPath(groups)} />
        </svg>
        {place !== undefined && (
          <i
            className="own"
            style={{ left: `${place}%`, height: `${heightAt(own, most) * 100}%` }}
          />
        )}
      </div>
      <div className="plot-feet">
        <span>most</span>
        {place !== undefined && (
          <b style={{ left: `clamp(72px, ${place}%, 100% - 84px)` }}>
            you, {shortenCount(own)}
          </b>
        )}
        <span>fewest</span>
      </div>
    </div>
  )
}

/** Numbers of holders by what they hold, with their shares. */
export function HolderRanges({ groups }: Pick<HolderPlotProps, 'groups'>) {
  const held = groups.reduce((sum, { quantity }) => sum + quantity, 0)
  if (countHolders(groups) === 0) return null
  return (
    <dl className="holder-shares">
      {listRanges(groups).map(({ title, holders, quantity }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>
            {formatCount(holders)} {holders === 1 ? 'wallet' : 'wallets'}
            <small>{formatShare(quantity, held)}</small>
          </dd>
        </div>
      ))}
    </dl>
  )
}
