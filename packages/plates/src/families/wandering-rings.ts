import { at, disc, line, solid, turned } from '../pen.ts'
import type { Sheet } from '../sheet.ts'

/** Rings whose centre wanders, cut along one axis into two inks. */
export function wanderingRings({ chance, inks: [main, accent, second] }: Sheet): string {
  const x = chance.between(28, 72)
  const y = chance.between(28, 72)
  const degrees = chance.below(8) * 45 + chance.between(-8, 8)
  const gap = chance.between(2.3, 4.2)
  const drift = chance.between(0, 0.62)
  const wobble = chance.between(0.5, 3)
  const style = chance.below(3)
  let art = ''
  for (let i = 32; i >= 1; i--) {
    const radius = i * gap
    const centre = x + drift * radius * 0.55
    if (radius - Math.abs(centre - 50) > 92) continue
    const width =
      style === 0 ? gap * 0.24 + 0.2 : gap * (0.16 + 0.3 * Math.abs(Math.sin(i / wobble)))
    const half = (ink: string, side: 0 | 1) => {
      const [c, r] = [at(centre), at(radius)]
      const path = `M${c} ${at(y - radius)}A${r} ${r} 0 0 ${side} ${c} ${at(y + radius)}`
      return line(path, ink, width)
    }
    const hasOtherHalf = style !== 2 || i % 2 === 1
    art += half(main, 1) + (hasOtherHalf ? half(second, 0) : '')
  }
  return turned(
    degrees,
    art + solid(disc(x, y, gap * (1 + chance.below(3) * 1.5)), accent),
  )
}
