import { at, line, solid } from '../pen.ts'
import type { Sheet } from '../sheet.ts'

/** Tiles of concentric quarter rings that join into paths. */
export function arcs({ chance, inks: [main, accent, second] }: Sheet): string {
  const side = 2 + chance.below(4)
  const cell = 100 / side
  const rings = side < 4 ? 6 + chance.below(4) : 3 + chance.below(3)
  const width = (cell / rings) * chance.between(0.34, 0.56)
  let art = ''
  for (let i = 0; i < side; i++) {
    for (let j = 0; j < side; j++) {
      const tile: Tile = {
        left: i * cell,
        top: j * cell,
        cell,
        isMirrored: chance.below(2) === 1,
      }
      const ink = chance.below(5) < 3 ? main : second
      const isFilled = chance.below(5) === 0

      let near = ''
      let far = ''
      for (let ring = 0; ring < rings; ring++) {
        const share = (ring + 0.5) / rings
        near += arc(tile, cell * share, 'near')
        if (share < 0.42) far += arc(tile, cell * share, 'far')
      }
      art += line(near, ink, width)
      art += isFilled ? solid(rest(tile), accent) : line(far, ink, width)
    }
  }
  return art
}

type Tile = { left: number; top: number; cell: number; isMirrored: boolean }

/** Draws a quarter ring around one of the two corners that a tile's rings meet in. */
function arc(
  { left, top, cell, isMirrored }: Tile,
  radius: number,
  corner: 'near' | 'far',
) {
  const r = at(radius)
  const [right, bottom] = [left + cell, top + cell]
  const quarter = (x: number, y: number, sweep: 0 | 1, toX: number, toY: number) =>
    `M${at(x)} ${at(y)}A${r} ${r} 0 0 ${sweep} ${at(toX)} ${at(toY)}`
  if (corner === 'far') {
    return isMirrored
      ? quarter(right, bottom - radius, 0, right - radius, bottom)
      : quarter(left, bottom - radius, 1, left + radius, bottom)
  }
  return isMirrored
    ? quarter(left + radius, top, 1, left, top + radius)
    : quarter(right - radius, top, 0, right, top + radius)
}

/** Draws the part of a tile outside its largest ring. */
function rest({ left, top, cell, isMirrored }: Tile): string {
  const r = at(cell * 0.995)
  const [x, y, right, bottom] = [at(left), at(top), at(left + cell), at(top + cell)]
  return isMirrored
    ? `M${right} ${y}V${bottom}H${x}A${r} ${r} 0 0 0 ${right} ${y}z`
    : `M${x} ${y}V${bottom}H${right}A${r} ${r} 0 0 1 ${x} ${y}z`
}
