import { trendingRules } from '@platemark/rules/trending'

const { windowHours, halfLifeHours } = trendingRules

/** Vertical position of weight zero, in px from the top. */
const base = 140

/**
 * Chart of a mint's weight by its age. Its width is fluid, its labels keep their size.
 */
export function FadingCurve() {
  return (
    <svg
      className="fading"
      role="img"
      aria-label={`A curve that falls from one to a half at ${halfLifeHours} hours, to a quarter at ${windowHours}, and to nothing after.`}
    >
      <pattern id="fading-lines" width="4" height="4" patternUnits="userSpaceOnUse">
        <rect width="4" height="1" />
      </pattern>
      <Curve />
      <line x2="100%" y1={base} y2={base} />
      {marks.map((mark) => (
        <AgeMark key={mark.name} {...mark} />
      ))}
    </svg>
  )
}

function Curve() {
  const points = Array.from({ length: 2 * windowHours + 1 }, (_, step) => {
    const hours = step / 2
    return `${placeOf(hours)},${heightAt(hours)}`
  }).join(' ')
  const end = `${placeOf(windowHours)},${base}`
  return (
    <svg
      viewBox={`0 0 100 ${base}`}
      height={base}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <polygon
        points={`${placeOf(0)},${base} ${points} ${end}`}
        fill="url(#fading-lines)"
      />
      <polyline points={`${points} ${end}`} />
    </svg>
  )
}

type AgeMarkProps = {
  hours: number
  /** Label of a weight, offset from the curve in px. */
  name: string
  beside: number
  above: number
  age: string
  anchor: 'start' | 'middle' | 'end'
}

function AgeMark({ hours, name, beside, above, age, anchor }: AgeMarkProps) {
  const x = `${placeOf(hours)}%`
  const y = heightAt(hours)
  return (
    <g>
      <circle cx={x} cy={y} r="4" />
      <text
        className="weight"
        x={x}
        y={y - above}
        dx={beside}
        textAnchor={beside < 0 ? 'end' : 'start'}
      >
        {name}
      </text>
      <text x={x} y={base + 24} textAnchor={anchor}>
        {age}
      </text>
    </g>
  )
}

const marks: AgeMarkProps[] = [
  { hours: 0, name: 'Full', beside: 10, above: 8, age: 'Now', anchor: 'start' },
  {
    hours: halfLifeHours,
    name: 'Half',
    beside: 10,
    above: 8,
    age: `${halfLifeHours} hours ago`,
    anchor: 'middle',
  },
  {
    hours: windowHours,
    name: 'Quarter',
    beside: -4,
    above: 16,
    age: `${windowHours} hours`,
    anchor: 'end',
  },
]

/** Converts to percent of the width. */
function placeOf(hours: number): string {
  return (1 + (hours / windowHours) * 96).toFixed(2)
}

function heightAt(hours: number): number {
  return Number((base - 120 * 0.5 ** (hours / halfLifeHours)).toFixed(1))
}
