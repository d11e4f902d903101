import { at, line, turned } from '../pen.ts'
import type { Sheet } from '../sheet.ts'

/** Ribbons of parallel cuts, woven over and under each other. */
export function weave({ chance, inks: [main, accent, second], ground }: Sheet): string {
  const count = 4 + chance.below(4)
  const degrees = chance.pick(0, 45, 45, 20)
  const cell = 100 / count
  const width = cell * chance.between(0.66, 0.86)
  const cuts = 3 + chance.below(4)
  const isTwill = chance.below(2) === 1
  const odd = chance.below(count)

  const ribbon = (x: number, y: number, isUpright: boolean, ink: string) => {
    let path = ''
    for (let i = 0; i < cuts; i++) {
      const t = -width / 2 + (width * (i + 0.5)) / cuts
      path += isUpright
        ? `M${at(x + t)} ${at(y - cell / 2)}v${at(cell)}`
        : `M${at(x - cell / 2)} ${at(y + t)}h${at(cell)}`
    }
    const [across, along] = isUpright ? [width, cell] : [cell, width]
    const corner = `M${at(x - across / 2)} ${at(y - along / 2)}`
    const cover = `${corner}h${at(across)}v${at(along)}h${at(-across)}z`
    return (
      `<path d="${cover}" fill="${ground}" stroke="none"/>` +
      line(path, ink, (width / cuts) * 0.5)
    )
  }

  const angle = (degrees * Math.PI) / 180
  const isOutside = (x: number, y: number) => {
    const [dx, dy] = [x - 50, y - 50]
    const across = dx * Math.cos(angle) - dy * Math.sin(angle)
    const along = dx * Math.sin(angle) + dy * Math.cos(angle)
    return Math.max(Math.abs(across), Math.abs(along)) > 50 + cell
  }

  const first = -Math.ceil(count / 2)
  const last = count + Math.ceil(count / 2)
  let art = ''
  for (let i = first; i < last; i++) {
    for (let j = first; j < last; j++) {
      const x = (i + 0.5) * cell
      const y = (j + 0.5) * cell
      if (isOutside(x, y)) continue
      const upright = ribbon(x, y, true, i === odd ? accent : main)
      const level = ribbon(x, y, false, j === odd ? accent : second)
      const sum = i + j
      const isUprightOver = isTwill ? ((sum % 4) + 4) % 4 < 2 : sum % 2 !== 0
      art += isUprightOver ? level + upright : upright + level
    }
  }
  return `<g stroke-linecap="butt">${turned(degrees, art)}</g>`
}
