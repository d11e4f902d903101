import { disc, line, type Point, polyline, solid, turned } from '../pen.ts'
import type { Sheet } from '../sheet.ts'

/** Draws a field of rules, pushed aside by one or two bodies and printed in bands of two inks. */
export function warpedRules({ chance, inks: [main, accent, second] }: Sheet): string {
  const rules = 30 + chance.below(16)
  const degrees = chance.pick(0, 0, 90, 32, -32)
  const bodies = Array.from({ length: 1 + chance.below(2) }, () => ({
    x: chance.between(22, 78),
    y: chance.between(22, 78),
    reach: chance.between(11, 22),
    force: chance.between(-16, 16),
  }))
  const rate = chance.between(0.6, 2)
  const start = chance.between(0, 6)
  const swell = chance.between(1, 7)
  const band = [chance.between(0.2, 0.45), chance.between(0.55, 0.8)] as const
  const sun = chance.below(3)

  const push = (x: number, y: number) =>
    bodies.reduce((sum, body) => {
      const distance = (x - body.x) ** 2 + (y - body.y) ** 2
      return sum - body.force * Math.exp(-(distance / body.reach ** 2))
    }, 0)

  const [behind] = bodies
  let art = ''
  if (behind && sun < 2) {
    const y = sun === 1 ? 100 - behind.y : behind.y
    art += solid(disc(behind.x, y, behind.reach * 0.62), accent)
  }
  for (let i = 0; i < rules; i++) {
    const level = -22 + (144 * (i + 0.5)) / rules
    const points: Point[] = []
    for (let x = -22; x <= 122; x += 4) {
      const wave = Math.sin((x / 100) * rate * 6.3 + start + (i / rules) * 4) * swell
      points.push([x, level + wave + push(x, level)])
    }
    const height = (level + 22) / 144
    const ink = height >= band[0] && height < band[1] ? second : main
    const width = 0.45 + 1.05 * Math.abs(Math.sin(i * 0.37 + start))
    art += line(polyline(points), ink, width)
  }
  return turned(degrees, art)
}
