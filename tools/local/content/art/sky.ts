import { at, disc, line, solid, turned } from '@platemark/plates/pen'
import type { Scene } from './press.ts'
import { box, curve, levels } from './strokes.ts'

/** A low sun over flat land with a row of poplars. */
export const sunAndLand: Scene = ({ chance, main, accent, second, ground }) => {
  const horizon = chance.between(52, 70)
  const minutes = chance.below(6) * 5
  const radius = chance.between(10, 19)
  const sunX = chance.between(24, 76)
  const sunY = horizon - radius + (minutes / 30) * radius * 1.7
  const trees = chance.below(6)
  let art = solid(disc(sunX, sunY, radius), accent)
  const ridge = chance.between(2, 7)
  const phase = chance.between(0, 6)
  const hill = (x: number) => horizon - Math.max(0, Math.sin(x / 22 + phase)) * ridge
  art += solid(`${curve(hill)}V104H-4z`, ground)
  art += line(curve(hill), main, 0.9)
  art += levels(horizon + 1, 101, 16 + chance.below(14), main, 0.55)
  const first = chance.between(6, 60)
  for (let i = 0; i < trees; i++) {
    const x = first + i * chance.between(4, 8)
    const height = chance.between(9, 20)
    art += solid(
      `M${at(x)} ${at(horizon + 2)}c-2.6-${at(height * 0.5)}-1-${at(height)} 0-${at(height)}s2.6 ${at(height * 0.5)} 0 ${at(height)}z`,
      second,
    )
  }
  const clouds = chance.below(4)
  for (let i = 0; i < clouds; i++) {
    const y = chance.between(8, horizon - 26)
    const x = chance.between(-10, 60)
    art += line(`M${at(x)} ${at(y)}h${at(chance.between(18, 46))}`, second, 0.8)
  }
  const position =
    minutes < 10 ? 'Above the line' : minutes < 20 ? 'On the line' : 'Half gone'
  return {
    art,
    traits: { Sun: position, Poplars: trees === 0 ? 'None' : String(trees) },
  }
}

const PHASES = ['New', 'Crescent', 'Half', 'Gibbous', 'Full'] as const

/** A moon cut from paper, with its shadow hatched. */
export const moons: Scene = ({ chance, main, accent, second, ground }) => {
  const radius = chance.between(20, 36)
  const [x, y] = [chance.between(38, 62), chance.between(38, 60)]
  const phase = chance.below(PHASES.length)
  let art = ''
  for (let i = 0; i < 26; i++) {
    const [starX, starY] = [chance.between(2, 98), chance.between(2, 98)]
    art += solid(disc(starX, starY, chance.between(0.2, 0.7)), second)
  }
  art += solid(disc(x, y, radius), accent)
  const shift = (phase / (PHASES.length - 1)) * 2 * radius
  if (phase < PHASES.length - 1) {
    art += solid(disc(x - shift, y, radius * 1.01), ground)
  }
  art += line(disc(x, y, radius), main, 0.8)
  let craters = ''
  for (let i = 0; i < 5; i++) {
    const angle = chance.between(0, 6.3)
    const away = chance.between(0, radius * 0.7)
    craters += disc(
      x + Math.cos(angle) * away,
      y + Math.sin(angle) * away,
      chance.between(1, radius / 7),
    )
  }
  art += line(craters, main, 0.5)
  const rings = 2 + chance.below(4)
  let halo = ''
  for (let i = 1; i <= rings; i++) halo += disc(x, y, radius + i * 4)
  art += line(halo, second, 0.4)
  return { art, traits: { Phase: PHASES[phase] ?? 'Full', Halo: String(rings) } }
}

/** The meridian's noon: nested arcs of longitude with the sun at one latitude. */
export const noon: Scene = ({ chance, main, accent, second }) => {
  const latitude = 5 * (chance.below(25) - 12)
  const arcs = 7 + chance.below(8)
  let path = ''
  for (let i = 0; i <= arcs; i++) {
    const reach = 46 * Math.cos((i / arcs) * Math.PI)
    const sweep = reach < 0 ? 0 : 1
    path += `M50 4A${at(Math.abs(reach) || 0.1)} 46 0 0 ${sweep} 50 96`
  }
  let parallels = ''
  for (let i = -3; i <= 3; i++) {
    const half = 46 * Math.cos((i / 4) * 1.4)
    parallels += `M${at(50 - half)} ${at(50 - i * 13)}h${at(2 * half)}`
  }
  const y = 50 - (latitude / 60) * 42
  const art =
    line(parallels, second, 0.5) +
    line(path, main, 0.7) +
    solid(disc(50, y, chance.between(6, 11)), accent)
  const side = latitude === 0 ? '' : latitude > 0 ? ' N' : ' S'
  return { art, traits: { Latitude: `${Math.abs(latitude)}°${side}` } }
}

/** The shadow of a stick on a dial. */
export const shadow: Scene = ({ chance, main, accent, second }) => {
  const hour = 6 + chance.below(13)
  const angle = ((hour - 12) / 6) * 82
  const length = 24 + Math.abs(hour - 12) * 3
  let marks = ''
  for (let i = 0; i <= 12; i++) {
    const turn = (((i - 6) / 6) * 82 * Math.PI) / 180
    const inner = i % 3 === 0 ? 36 : 39
    marks += `M${at(50 + Math.sin(turn) * inner)} ${at(78 - Math.cos(turn) * inner)}L${at(50 + Math.sin(turn) * 43)} ${at(78 - Math.cos(turn) * 43)}`
  }
  let ground = ''
  for (let y = 84; y < 101; y += chance.between(2, 3)) ground += `M0 ${at(y)}H100`
  const art =
    line(`M4 78A46 46 0 0 1 96 78z`, main, 0.8) +
    line(marks, second, 1) +
    turned(angle, solid(`M48.6 78L50 ${at(78 - length)}L51.4 78z`, accent), 50, 78) +
    line('M50 78V70', main, 1.6) +
    solid(disc(50, 78, 1.8), main) +
    line(ground, second, 0.5)
  return { art, traits: { Hour: `${hour}:00` } }
}

/** A clock face in a screen of dots. */
export const clock: Scene = ({ chance, main, accent, ground }) => {
  const hour = chance.below(12)
  let dots = ''
  for (let x = 3; x < 100; x += 4) {
    for (let y = 3; y < 100; y += 4) {
      const away = Math.hypot(x - 50, y - 50)
      const tone = away > 44 ? 0.5 : 1.75 * (1 - away / 62)
      dots += disc(x, y, Math.max(0.35, tone))
    }
  }
  const hand = (degrees: number, length: number, width: number) =>
    turned(degrees, line(`M50 50V${at(50 - length)}`, accent, width))
  const art =
    solid(dots, main) +
    line(disc(50, 50, 45), ground, 1.6) +
    hand(hour * 30, 22, 4) +
    hand(chance.below(12) * 30, 36, 2.4) +
    solid(disc(50, 50, 3), accent)
  return { art, traits: { Hour: String(hour === 0 ? 12 : hour) } }
}

const MESSAGE = 'WAITFORTHETIDE'

/** A flag hoist: four flags on a halyard, the first one the letter of the print. */
export const flags: Scene = (press) => {
  const { chance, main, accent, second, ground } = press
  const letter = chance.below(MESSAGE.length)
  const designs = [
    (x: number, y: number) =>
      solid(box(x, y, 15, 18), accent) + solid(box(x + 15, y, 15, 18), main),
    (x: number, y: number) =>
      solid(box(x, y, 30, 18), second) + solid(box(x, y + 6, 30, 6), accent),
    (x: number, y: number) =>
      solid(box(x, y, 30, 18), main) +
      solid(box(x + 12, y, 6, 18) + box(x, y + 6, 30, 6), ground),
    (x: number, y: number) =>
      solid(box(x, y, 30, 18), accent) + solid(`M${at(x)} ${at(y)}l30 18h-30z`, main),
    (x: number, y: number) =>
      solid(box(x, y, 15, 9) + box(x + 15, y + 9, 15, 9), second) +
      solid(box(x + 15, y, 15, 9) + box(x, y + 9, 15, 9), accent),
    (x: number, y: number) =>
      solid(box(x, y, 30, 18), main) + solid(disc(x + 15, y + 9, 5.5), accent),
    (x: number, y: number) =>
      solid(box(x, y, 30, 18), second) + solid(box(x + 6, y + 4, 18, 10), ground),
  ]
  let art = line('M34 0V100', main, 0.7)
  for (let y = 78; y < 101; y += 3) {
    art += line(
      curve((x) => y + Math.sin(x / 9 + y) * 1.1),
      second,
      0.5,
    )
  }
  for (let i = 0; i < 4; i++) {
    const place = (MESSAGE.charCodeAt((letter + i) % MESSAGE.length) + i) % designs.length
    const draw = designs[place] ?? designs[0]
    const cloth = draw?.(35, 4 + i * 20) ?? ''
    art += cloth + line(box(35, 4 + i * 20, 30, 18), main, 0.6)
  }
  return { art, traits: { Letter: MESSAGE.charAt(letter) } }
}
