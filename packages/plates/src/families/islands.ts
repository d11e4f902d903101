import { mix } from '../inks.ts'
import { line, type Point, polyline } from '../pen.ts'
import type { Sheet } from '../sheet.ts'

type Harmonic = { size: number; start: number; twist: number; shift: number }
type Island = { x: number; y: number; radius: number; coast: Harmonic[] }

/** Draws stepped contours of one to three islands on a sea of fine waterlines. */
export function islands(sheet: Sheet): string {
  const { chance, inks, ground } = sheet
  const count = 1 + chance.below(3)
  const fill = chance.below(3)
  const placed = place(chance, count)

  let art = ''
  for (let i = count === 1 ? 12 : 3; i > 0; i--) {
    for (const island of placed) {
      art += line(
        contour(island, 1 + i * i * 0.018 + i * 0.07),
        inks[2],
        0.66 - i * 0.032,
      )
    }
  }
  const steps = 6 + chance.below(4)
  for (const [j, island] of placed.entries()) {
    const own = j % 2 === 1 ? inks[1] : inks[0]
    const other = j % 2 === 1 ? inks[0] : inks[1]
    for (let i = 0; i < steps; i++) {
      const share = fill === 1 ? 0.1 + (0.62 * i) / steps : 0.72 - (0.6 * i) / steps
      const land = fill === 0 ? ground : mix(ground, own, share)
      const ink = i > steps * 0.6 ? other : own
      const path = contour(island, 1 - (i / steps) * 0.94)
      art += `<path d="${path}" fill="${land}" stroke="${ink}" stroke-width="${i > 0 ? 0.6 : 1.2}"/>`
    }
  }
  return art
}

function place(chance: Sheet['chance'], count: number): Island[] {
  const spots: { x: number; y: number; radius: number }[] = []
  for (let tries = 0; spots.length < count && tries < 80; tries++) {
    const radius = count === 1 ? chance.between(34, 44) : chance.between(17, 27)
    const inset = radius * 0.7
    let x = chance.between(inset + 8, 92 - inset)
    let y = chance.between(inset + 8, 92 - inset)
    if (count === 1) {
      x = chance.between(44, 56)
      y = chance.between(44, 56)
    }
    const isFree = spots.every(
      (other) => Math.hypot(other.x - x, other.y - y) > (other.radius + radius) * 1.12,
    )
    if (isFree) spots.push({ x, y, radius })
  }
  return spots.map((spot) => ({
    ...spot,
    coast: [0.2, 0.12, 0.09, 0.05].map((size) => ({
      size: chance.between(size * 0.5, size * 1.3),
      start: chance.between(0, 6.3),
      twist: chance.between(-1, 1),
      shift: chance.between(-6, 6),
    })),
  }))
}

/** Returns the line around an island at `scale` of its size; inner ones turn and move a little. */
function contour({ x, y, radius, coast }: Island, scale: number): string {
  const shift = (index: number) => (coast[index]?.shift ?? 0) * (1 - scale)
  const points: Point[] = []
  for (let i = 0; i < 56; i++) {
    const angle = (i / 56) * 2 * Math.PI
    const uneven = coast.reduce(
      (sum, wave, j) =>
        sum +
        wave.size *
          Math.min(1, 0.4 + scale * 0.6) *
          Math.sin((j + 2) * angle + wave.start + (1 - scale) * wave.twist),
      0,
    )
    const reach = radius * scale * (1 + uneven)
    points.push([
      x + shift(0) + reach * Math.cos(angle),
      y + shift(1) + reach * Math.sin(angle),
    ])
  }
  return `${polyline(points)}z`
}
