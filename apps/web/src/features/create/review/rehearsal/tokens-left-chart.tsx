import '../../../../components/chart/chart.css'
import { formatCount } from '@platemark/rules/amounts'
import { scaleLinear } from '@visx/scale'
import { Area, LinePath } from '@visx/shape'
import { useRef, useState } from 'react'
import { useWidth } from '../../../../components/chart/use-width.ts'
import { formatLocal } from '../../../../lib/format.ts'
import { listTicks } from '../../schedule/timeline-ticks.ts'
import type { PhaseSupply, SupplySteps } from './supply-steps.ts'

const LEFT = 44
const TOP = 26
const NARROW_PX = 520

/** Line of the tokens left from phase to phase, if everyone mints all they can. */
export function TokensLeftChart(supply: SupplySteps) {
  const place = useRef<HTMLDivElement>(null)
  const width = useWidth(place)
  const [zone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
  const { maxSupply, steps, from, until } = supply
  const isNarrow = width < NARROW_PX
  const right = Math.max(LEFT + 1, width - 8)
  const bottom = TOP + (isNarrow ? 130 : 150)
  const height = bottom + 26
  const x = scaleLinear({ domain: [from, until], range: [LEFT, right] })
  const y = scaleLinear({ domain: [0, maxSupply], range: [bottom, TOP], nice: 3 })
  const points = listPoints(supply).map(({ at, left }) => ({ x: x(at), y: y(left) }))
  const end = steps.find(({ left }) => left === 0)
  return (
    <div className="tokens-left" ref={place}>
      {width > 0 && (
        <svg
          className="chart"
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-labelledby="tokens-left-title"
          aria-describedby="tokens-left-text"
        >
          <title id="tokens-left-title">Items left</title>
          <desc id="tokens-left-text">{describeSteps(maxSupply, steps)}</desc>
          <text className="strong" x={0} y={12}>
            Items left
          </text>
          {y
            .ticks(3)
            .filter(Number.isInteger)
            .map((tick) => (
              <g key={tick}>
                <line
                  className={tick === 0 ? 'axis' : 'gridline'}
                  x1={LEFT}
                  x2={right}
                  y1={y(tick)}
                  y2={y(tick)}
                />
                <text x={LEFT - 8} y={y(tick) + 4} textAnchor="end">
                  {formatCount(tick)}
                </text>
              </g>
            ))}
          {listTicks(from, until, zone).map(({ at, label }) => (
            <text key={at} x={x(at)} y={height - 6} textAnchor="middle">
              {label}
            </text>
          ))}
          <Area
            className="supply-area"
            data={points}
            x={(point) => point.x}
            y0={bottom}
            y1={(point) => point.y}
          />
          <LinePath
            className="supply-line"
            data={points}
            x={(point) => point.x}
            y={(point) => point.y}
          />
          {end && (
            <SoldOut
              x={x(end.at)}
              y={y(0)}
              isLate={x(end.at) > (LEFT + right) / 2}
              text={`Sold out ${formatDay(end.at)}${isNarrow ? '' : ', if everyone mints'}`}
            />
          )}
        </svg>
      )}
    </div>
  )
}

type SoldOutProps = { x: number; y: number; isLate: boolean; text: string }

function SoldOut({ x, y, isLate, text }: SoldOutProps) {
  return (
    <>
      <circle className="supply-end" cx={x} cy={y} r={4.5} />
      <text
        className="strong halo"
        x={isLate ? x - 10 : x + 10}
        y={y - 10}
        textAnchor={isLate ? 'end' : 'start'}
      >
        {text}
      </text>
    </>
  )
}

/** Returns the corners of the line: level between two starts, and down at each. */
function listPoints({ maxSupply, steps, from, until }: SupplySteps) {
  const points = [{ at: from, left: maxSupply }]
  let present = maxSupply
  for (const { at, left } of steps) {
    points.push({ at, left: present }, { at, left })
    present = left
  }
  return [...points, { at: until, left: present }]
}

function describeSteps(maxSupply: number, steps: readonly PhaseSupply[]): string {
  const parts = steps.map(
    ({ at, title, left }) =>
      `${title} on ${formatLocal(toInstant(at))} leaves ${formatCount(left)}`,
  )
  return `Of ${formatCount(maxSupply)} items, if everyone mints all they can: ${parts.join('; ')}.`
}

function formatDay(at: number): string {
  const local = formatLocal(toInstant(at))
  return local.slice(0, local.indexOf(','))
}

function toInstant(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}
