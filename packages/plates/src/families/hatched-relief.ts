import { at, disc, line, type Point, polyline, solid, turned } from '../pen.ts'
import type { Sheet } from '../sheet.ts'

/** Bodies shaded by hatching: a stand of blocks, hills behind hills, or spheres. */
export function hatchedRelief(sheet: Sheet): string {
  const scene = sheet.chance.below(3)
  if (scene === 0) return blocks(sheet)
  if (scene === 1) return hills(sheet)
  return spheres(sheet)
}

function blocks({ chance, inks: [main, accent, second], ground }: Sheet): string {
  const side = 3 + chance.below(4)
  const half = 84 / side / 2
  const tall = chance.between(14, 30)
  const top = 62 - side * half * 0.5
  const lit = chance.below(3)
  const isFlipped = chance.below(2) === 1
  const slope = half * 0.58
  let art = ''
  for (let i = 0; i < side; i++) {
    for (let j = 0; j < side; j++) {
      const x = 50 + (i - j) * half
      const height = 3 + tall * chance.next() * chance.next() * (side > 3 ? 1.3 : 1)
      const y = top + (i + j) * half * 0.58 - height
      const rise = height + (i === side - 1 || j === side - 1 ? 7 : 2)
      const corners: Point[] = [
        [x, y - slope],
        [x + half, y],
        [x, y + slope],
        [x - half, y],
      ]
      const cap = `${polyline(corners)}z`
      const body: Point[] = [
        [x - half, y],
        [x, y + slope],
        [x + half, y],
        [x + half, y + rise],
        [x, y + slope + rise],
        [x - half, y + rise],
      ]
      let left = ''
      for (let t = 1.2; t < rise; t += 1.9) {
        left += `M${at(x - half)} ${at(y + t)}l${at(half)} ${at(slope)}`
      }
      let right = ''
      for (let t = 0.5; t < half; t += 1.15) {
        right += `M${at(x + t)} ${at(y + slope - t * 0.58)}v${at(rise)}`
      }
      const capInk = (i * 2 + j + lit) % 4 === 0 ? accent : ground
      art += solid(`${polyline(body)}z`, ground)
      art += line(isFlipped ? right : left, main, 0.55)
      art += line(isFlipped ? left : right, second, 0.5)
      art += solid(cap, capInk) + line(cap, main, 0.7)
    }
  }
  return art
}

function hills({ chance, inks: [main, accent, second], ground }: Sheet): string {
  let art = solid(
    disc(chance.between(22, 78), chance.between(16, 34), chance.between(6, 15)),
    accent,
  )
  const count = 2 + chance.below(4)
  const step = chance.between(1.4, 2.3)
  for (let i = 0; i < count; i++) {
    const base = 36 + (i * 48) / count + chance.between(-3, 3)
    const broad = { rate: chance.between(0.6, 1.6), start: chance.between(0, 6) }
    const fine = { rate: chance.between(1.8, 3.4), start: chance.between(0, 6) }
    const swell = chance.between(6, 14)
    const top = (x: number) =>
      base -
      swell * Math.sin((x / 100) * broad.rate * 6.3 + broad.start) -
      swell * 0.35 * Math.sin((x / 100) * fine.rate * 6.3 + fine.start)

    const ink = i % 2 === 1 ? second : main
    const ridge: Point[] = []
    for (let x = -4; x <= 104; x += 4) ridge.push([x, top(x)])
    art += solid(`${polyline(ridge)}L104 104L-4 104z`, ground)

    const lean = chance.between(-9, 9)
    let hatching = ''
    let crossing = ''
    for (let x = -10; x <= 110; x += step) {
      const y = top(x)
      const slope = top(x + 2) - y
      const length = 12 + 24 * Math.max(0, 0.5 + slope * 0.45)
      hatching += `M${at(x)} ${at(y)}l${at((lean * length) / 30)} ${at(length)}`
      if (slope > 0.35) crossing += `M${at(x)} ${at(y + 1)}l-8 ${at(length * 0.6)}`
    }
    art += line(hatching, ink, step * 0.36) + line(crossing, ink, step * 0.3)
    art += line(polyline(ridge), ink, 1.1)
  }
  return art
}

type Sphere = { x: number; y: number; radius: number }

function spheres({ chance, inks: [main, accent, second], ground }: Sheet): string {
  const count = 1 + chance.below(4)
  const placed: Sphere[] = []
  for (let tries = 0; placed.length < count && tries < 90; tries++) {
    const radius =
      placed.length > 0
        ? chance.between(9, 19)
        : count === 1
          ? chance.between(29, 36)
          : chance.between(19, 28)
    const x = chance.between(radius + 7, 93 - radius)
    const y = chance.between(radius + 7, 93 - radius)
    const isFree = placed.every(
      (other) => Math.hypot(other.x - x, other.y - y) > other.radius + radius + 2,
    )
    if (isFree) placed.push({ x, y, radius })
  }

  const sky = chance.between(-30, 30)
  const light = sky + 90 + chance.between(-25, 25)
  const horizon = chance.between(58, 76)
  const step = chance.between(2, 3.4)
  const isSky = chance.below(3) > 0
  let rules = ''
  if (isSky) {
    for (let y = -40; y < 140; y += step) rules += `M-40 ${at(y)}H140`
  } else {
    // Rules of a floor: each gap is wider than the one behind it.
    for (let y = horizon, gap = 1.1; y < 104; y += gap, gap *= 1.12) {
      rules += `M0 ${at(y)}H100`
    }
  }
  const backdrop = turned(isSky ? sky : 0, line(rules, second, 0.45))
  const bodies = placed.map((sphere, i) =>
    shaded(sphere, i % 2 === 1 ? accent : main, ground, light),
  )
  return backdrop + bodies.join('')
}

/** Draws a sphere with three layers of hatching, each deeper in the shadow and at another angle. */
function shaded({ x, y, radius }: Sphere, ink: string, ground: string, light: number) {
  let half = ''
  let deeper = ''
  let deepest = ''
  for (let t = -radius; t <= radius; t += 1.25) {
    const reach = Math.sqrt(Math.max(0, radius * radius - t * t))
    const across = at(x + t)
    const bottom = at(y + reach)
    half += `M${across} ${at(y - reach + 2 * reach * 0.42)}L${across} ${bottom}`
    if (reach > radius * 0.2) deeper += `M${across} ${at(y + reach * 0.36)}V${bottom}`
    if (reach > radius * 0.3) deepest += `M${across} ${at(y + reach * 0.68)}V${bottom}`
  }
  const hatching = (degrees: number, width: number, path: string) =>
    turned(degrees, line(path, ink, width), x, y)
  const round = disc(x, y, radius)
  return (
    solid(round, ground) +
    hatching(light - 90, 0.5, half) +
    hatching(light - 50, 0.5, deeper) +
    hatching(light - 118, 0.5, deepest) +
    line(round, ink, 0.8)
  )
}
