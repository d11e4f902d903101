import { at, line } from '../pen.ts'
import type { Sheet } from '../sheet.ts'

/** Draws one or two screens of dots, their sizes taken from a soft field. */
export function halftone({ chance, inks }: Sheet): string {
  const screens = chance.below(2) + 1
  const kind = chance.below(4)
  let art = ''
  for (let screen = 0; screen < screens; screen++) {
    const cell = chance.between(3, 4.6) + screen * 0.6
    const angle = (screen > 0 ? 30 : 0) + chance.between(0, 45)
    const shade = fieldOf(chance, (kind + screen) % 4)
    const [cos, sin] = [
      Math.cos((angle * Math.PI) / 180),
      Math.sin((angle * Math.PI) / 180),
    ]

    // Dots of one size are one path: strokes of length 0 with round ends.
    const dots: string[] = Array.from({ length: 8 }, () => '')
    for (let i = -26; i <= 26; i++) {
      for (let j = -26; j <= 26; j++) {
        const x = 50 + (i * cos - j * sin) * cell
        const y = 50 + (i * sin + j * cos) * cell
        if (x < -3 || y < -3 || x > 103 || y > 103) continue
        const size = Math.round(Math.min(1, Math.max(0, shade(x, y))) * 7)
        // The smallest dots of the second screen would only blur the first.
        if (size > (screen > 0 ? 2 : 0)) dots[size] += `M${at(x)} ${at(y)}h0`
      }
    }
    const ink = inks[screen] ?? inks[0]
    for (const [size, path] of dots.entries()) {
      if (path !== '') art += line(path, ink, cell * 0.13 * size + 0.15)
    }
  }
  return art
}

/** Returns the darkness at a point, 0 to 1 and a little beyond: spots, a slope, ripples or folds. */
function fieldOf(
  chance: Sheet['chance'],
  kind: number,
): (x: number, y: number) => number {
  const spot = (least: number, most: number) => ({
    x: chance.between(20, 80),
    y: chance.between(20, 80),
    reach: chance.between(least, most),
  })
  const near = spot(18, 34)
  const far = spot(12, 26)
  const direction = chance.between(0, 6.3)
  const [cos, sin] = [Math.cos(direction), Math.sin(direction)]
  const glow = (of: typeof near, x: number, y: number) =>
    Math.exp(-((x - of.x) ** 2 + (y - of.y) ** 2) / of.reach ** 2)

  if (kind === 0) return (x, y) => glow(near, x, y) + 0.8 * glow(far, x, y)
  if (kind === 1) return (x, y) => 0.5 + ((x - 50) * cos + (y - 50) * sin) / 110
  if (kind === 2) {
    return (x, y) =>
      0.5 + 0.5 * Math.sin((Math.hypot(x - near.x, y - near.y) / near.reach) * 7)
  }
  return (x, y) => {
    const fold = 1.6 * Math.sin((y * cos - x * sin) / 16)
    return 0.5 + 0.5 * Math.sin(((x * cos + y * sin) / 100) * 11 + fold)
  }
}
