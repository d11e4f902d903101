import { circle, round, stroke, swellingLines, wavyRing } from './strokes.ts'

const RADIUS = 43
const CENTRE = 80

/** Draws the ground of a postmark within its inner ring. */
type Ground = (ink: string) => string

const fine = (path: string, ink: string) => stroke(path, ink, 0.75)

const lines =
  (...all: [step: number, angle: number, thin: number, thick: number][]): Ground =>
  (ink) =>
    all
      .map(([step, angle, thin, thick]) => {
        const disc = { x: CENTRE, y: CENTRE, radius: RADIUS }
        return swellingLines(disc, { step, angle, thin, thick }, ink)
      })
      .join('')

/** Joins the paths for the values from `from` to below `to`. */
function repeat(
  from: number,
  to: number,
  step: number,
  path: (value: number) => string,
): string {
  const count = Math.ceil((to - from) / step)
  return Array.from({ length: count }, (_, at) => path(round(from + at * step))).join('')
}

const [near, far] = [CENTRE - RADIUS, CENTRE + RADIUS]

/** One ground for each of the networks that have a drawn postmark. */
export const grounds: readonly Ground[] = [
  lines([3, 0, 0.3, 1.1]),
  (ink) =>
    fine(
      repeat(4, RADIUS, 3.2, (radius) => circle(CENTRE, CENTRE, radius)),
      ink,
    ),
  lines([3.2, 45, 0.3, 1]),
  (ink) =>
    fine(
      repeat(near, far, 4, (y) => `M${near} ${y}${'q4 -4 8 0t8 0'.repeat(6)}`),
      ink,
    ),
  (ink) => fine(repeat(0, 72, 1, ray), ink),
  (ink) =>
    fine(
      repeat(near, far, 4.4, (y) => `M${near} ${y}${'l4 -4l4 4'.repeat(11)}`),
      ink,
    ),
  (ink) =>
    fine(
      repeat(0, 12, 1, (at) => wavyRing(CENTRE, CENTRE, round(6 + at * 3.4), 1.5, 12)),
      ink,
    ),
  (ink) => fine(repeat(0, 9, 1, meridian) + repeat(near, far, 6, parallel), ink),
  lines([4, 45, 0.4, 0.9], [4, -45, 0.4, 0.9]),
]

function ray(at: number): string {
  const angle = (at / 72) * 2 * Math.PI
  const point = (radius: number) =>
    `${round(CENTRE + Math.cos(angle) * radius)} ${round(CENTRE + Math.sin(angle) * radius)}`
  return `M${point(6)}L${point(RADIUS)}`
}

function meridian(at: number): string {
  const width = round(RADIUS * Math.cos((at / 9) * (Math.PI / 2)))
  return `M${round(CENTRE - width)} ${CENTRE}a${width} ${RADIUS} 0 1 0 ${round(2 * width)} 0a${width} ${RADIUS} 0 1 0 ${round(-2 * width)} 0`
}

function parallel(y: number): string {
  const half = Math.sqrt(Math.max(0, RADIUS ** 2 - (y - CENTRE) ** 2))
  return `M${round(CENTRE - half)} ${y}h${round(2 * half)}`
}
