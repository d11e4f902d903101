/** Tones and shapes of engraved drawings, as SVG text. Coordinates have two decimals at most. */

/** Formats a coordinate as short as possible. */
export function round(value: number): number {
  return +value.toFixed(2)
}

/** The two colours of a drawing, each `#rrggbb`. */
export type Colours = { ink: string; paper: string }

type Round = { x: number; y: number; radius: number }

type Swell = { step: number; angle: number; thin: number; thick: number }

/** Fills a disc with parallel lines that swell from left to right. */
export function swellingLines(
  { x, y, radius }: Round,
  { step, angle, thin, thick }: Swell,
  ink: string,
): string {
  let path = ''
  for (let at = -radius + step; at < radius; at += step) {
    const half = Math.sqrt(radius * radius - at * at)
    const share = (at + radius) / (2 * radius)
    const left = thin + (thick - thin) * share * 0.35
    const right = thin + (thick - thin) * (0.35 + 0.65 * share)
    path += `M${round(-half)} ${round(at - left / 2)}L${round(half)} ${round(at - right / 2)}V${round(at + right / 2)}L${round(-half)} ${round(at + left / 2)}z`
  }
  return `<path transform="translate(${x} ${y}) rotate(${angle})" fill="${ink}" d="${path}"/>`
}

/** Returns the outline of a circle. */
export function circle(x: number, y: number, radius: number): string {
  return `M${round(x - radius)} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`
}

/** Returns a closed path through points at these radii, evenly around a centre from its top. */
function around(x: number, y: number, radii: readonly number[]): string {
  const points = radii.map((radius, index) => {
    const angle = (index / radii.length) * 2 * Math.PI - Math.PI / 2
    return `${round(x + Math.cos(angle) * radius)} ${round(y + Math.sin(angle) * radius)}`
  })
  return `M${points.join('L')}z`
}

/** Returns a star with `count` points. */
export function star(x: number, y: number, far: number, near: number, count: number) {
  const radii = Array.from({ length: count * 2 }, (_, at) => (at % 2 === 0 ? far : near))
  return around(x, y, radii)
}

/** Returns a ring that waves `count` times by `amplitude`. */
export function wavyRing(
  x: number,
  y: number,
  radius: number,
  amplitude: number,
  count: number,
): string {
  const steps = count * 6
  const radii = Array.from(
    { length: steps },
    (_, at) => radius + Math.cos((at / 6) * 2 * Math.PI) * amplitude,
  )
  return around(x, y, radii)
}

type Ticks = { near: number; far: number; count: number; thin: number; thick: number }

/** Draws ticks around the centre of a medal; their weight follows light from the upper left. */
export function ticks({ near, far, count, thin, thick }: Ticks, ink: string): string {
  const weights = [thin, (thin + thick) / 2, thick]
  const paths = ['', '', '']
  for (let at = 0; at < count; at++) {
    const angle = (at / count) * 2 * Math.PI
    const shade = (1 + Math.cos(angle - Math.PI / 4)) / 2
    const band = shade < 0.34 ? 0 : shade < 0.67 ? 1 : 2
    const [x, y] = [Math.cos(angle), Math.sin(angle)]
    paths[band] +=
      `M${round(60 + x * near)} ${round(60 + y * near)}L${round(60 + x * far)} ${round(60 + y * far)}`
  }
  return paths.map((path, band) => stroke(path, ink, weights[band] ?? thick)).join('')
}

/** Returns a stroked path. */
export function stroke(path: string, ink: string, width: number, more = ''): string {
  return `<path d="${path}" fill="none" stroke="${ink}" stroke-width="${width}"${more}/>`
}

/** Returns a pattern of parallel lines for fills, with an id that is unique in the drawing. */
export function hatching(id: string, gap: number, width: number, ink: string): string {
  return `<pattern id="${id}" width="${gap}" height="${gap}" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)"><rect width="${gap}" height="${width}" fill="${ink}"/></pattern>`
}

/** A part of a motif: an outline on paper, one that is hatched, a solid shape or a line. */
export type MotifPart = readonly [
  look: 'paper' | 'hatched' | 'solid' | 'line',
  path: string,
]

type MotifStyle = Colours & {
  /** Id of the pattern of hatched parts. */
  hatch: string
  width: number
  /** Width of the bare paper around the motif. */
  halo: number
}

/** Draws a motif in the order of its parts, on a halo of paper. */
export function motif(
  parts: readonly MotifPart[],
  { ink, paper, hatch, width, halo }: MotifStyle,
): string {
  const joins = ' stroke-linejoin="round" stroke-linecap="round"'
  const ground = parts.map(
    ([, path]) =>
      `<path d="${path}" fill="${paper}" stroke="${paper}" stroke-width="${halo}"${joins}/>`,
  )
  const drawn = parts.map(([look, path]) => {
    if (look === 'line')
      return stroke(path, paper, width + 3, joins) + stroke(path, ink, width, joins)
    if (look === 'solid') return `<path d="${path}" fill="${ink}"/>`
    const hatched = look === 'hatched' ? `<path d="${path}" fill="url(#${hatch})"/>` : ''
    return `<path d="${path}" fill="${paper}"/>${hatched}${stroke(path, ink, width, joins)}`
  })
  return ground.join('') + drawn.join('')
}
