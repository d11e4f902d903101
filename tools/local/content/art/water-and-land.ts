import { at, disc, line, solid } from '@platemark/plates/pen'
import type { Scene } from './press.ts'
import { curve, levels, oval } from './strokes.ts'

/** Lights of a ferry and a port, and their reflections. */
export const ferry: Scene = ({ chance, main, accent, second, ground }) => {
  const shore = chance.between(38, 52)
  const lights = 8 + chance.below(14)
  const isNear = chance.below(2) === 0
  const deck = isNear ? chance.between(58, 70) : chance.between(52, 58)
  const scale = isNear ? 1 : 0.6
  const left = chance.between(6, 44)
  let art = ''
  let path = `M-4 ${at(shore)}`
  for (let x = 0; x <= 104; x += 8) {
    path += `V${at(shore - chance.between(1, 8))}H${at(x)}`
  }
  art += solid(`${path}V${at(shore)}z`, second)
  art += levels(shore, 101, 20, main, 0.45)
  for (let i = 0; i < lights; i++) {
    const x = chance.between(3, 97)
    art += solid(disc(x, shore - chance.between(0.5, 3), 0.8), accent)
    let reflection = ''
    for (let y = shore + 2; y < shore + chance.between(10, 40); y += 3) {
      reflection += `M${at(x - chance.between(0.4, 1.8))} ${at(y)}h${at(chance.between(0.8, 3))}`
    }
    art += line(reflection, accent, 0.8)
  }
  const width = 48 * scale
  art += solid(
    `M${at(left)} ${at(deck)}h${at(width)}l${at(-5 * scale)} ${at(9 * scale)}h${at(-38 * scale)}z`,
    main,
  )
  art += solid(
    `M${at(left + 6 * scale)} ${at(deck)}v${at(-8 * scale)}h${at(30 * scale)}v${at(8 * scale)}z`,
    main,
  )
  let windows = ''
  for (let i = 0; i < 7; i++) {
    windows += disc(left + (9 + i * 4) * scale, deck - 4 * scale, 1.1 * scale)
  }
  art += solid(windows, ground)
  art += line(
    `M${at(left + 28 * scale)} ${at(deck - 8 * scale)}v${at(-7 * scale)}`,
    accent,
    3 * scale,
  )
  return {
    art,
    traits: { Lights: String(lights), Ferry: isNear ? 'Leaving' : 'Far out' },
  }
}

/** Eight even waves and one that stands above them. */
export const waves: Scene = ({ chance, main, accent, second, ground }) => {
  const crest = chance.between(26, 74)
  const height = chance.between(14, 30)
  const ninth = 1 + chance.below(3)
  let art = solid(disc(chance.between(18, 82), chance.between(12, 24), 6), accent)
  for (let i = 0; i < 9; i++) {
    const level = 34 + i * 8
    const phase = chance.between(0, 6)
    const isNinth = i === ninth
    const rise = (x: number) =>
      level -
      Math.sin(x / 7 + phase) * 2.2 -
      (isNinth ? height * Math.exp(-(((x - crest) / 15) ** 2)) : 0)
    art += solid(`${curve(rise, 3)}V104H-4z`, ground)
    art += line(curve(rise, 3), isNinth ? accent : i % 2 ? second : main, isNinth ? 2 : 1)
    for (let d = 2; d < 7; d += 2.2) {
      art += line(
        curve((x) => rise(x) + d, 6),
        isNinth ? accent : main,
        0.3,
      )
    }
  }
  const size = height < 19 ? 'Swell' : height < 25 ? 'Breaker' : 'Storm'
  return { art, traits: { Ninth: size } }
}

/** Stepping stones from the shore to the horizon. */
export const stones: Scene = ({ chance, main, accent, second, ground }) => {
  const count = 5 + chance.below(6)
  const bend = chance.between(-26, 26)
  const tide = chance.below(3)
  let art = solid(disc(chance.between(20, 80), 15, chance.between(4, 8)), accent)
  art += levels(26, 101, 26, second, 0.4)
  for (let i = count - 1; i >= 0; i--) {
    const near = 1 - i / count
    const y = 28 + 64 * near ** 1.5
    const x = 50 + bend * Math.sin(near * 3.1)
    const rx = 2 + 14 * near
    const ry = (0.6 + 4.4 * near) * (1 - tide * 0.14)
    art += solid(oval(x, y + ry * 0.7, rx, ry), main)
    art += solid(oval(x, y, rx, ry), ground)
    art += line(oval(x, y, rx, ry), main, 0.6 + near * 0.5)
    art += line(`M${at(x - rx * 0.5)} ${at(y)}h${at(rx * 0.7)}`, second, 0.5)
  }
  const tides = ['Low', 'Half', 'High'] as const
  return {
    art,
    traits: { Stones: String(count), Tide: tides[tide] ?? 'Low' },
  }
}

/** Rows of winter wheat that run to one point. */
export const wheat: Scene = ({ chance, main, accent, second, ground }) => {
  const horizon = chance.between(26, 42)
  const point = chance.between(20, 80)
  const rows = 14 + chance.below(12)
  const snow = chance.below(4)
  let art = solid(
    disc(chance.between(15, 85), horizon - 12, chance.between(4, 7)),
    accent,
  )
  let path = ''
  for (let i = 0; i <= rows; i++) {
    path += `M${at(point + ((i - rows / 2) / rows) * 12)} ${at(horizon)}L${at(50 + ((i - rows / 2) / rows) * 260)} 102`
  }
  art += line(path, main, 0.9)
  for (let i = 0; i < snow; i++) {
    const y = horizon + 6 + i * 15 + chance.between(0, 8)
    const x = chance.between(10, 90)
    art += solid(oval(x, y, 8 + i * 7, 1 + i * 0.9), ground)
  }
  art += line(`M0 ${at(horizon)}H100`, second, 1.2)
  for (let i = 0; i < 5; i++) {
    const x = chance.between(2, 98)
    art += line(`M${at(x)} ${at(horizon)}v-${at(chance.between(3, 8))}`, second, 1.4)
  }
  const names = ['None', 'Thin', 'Patches', 'Deep'] as const
  return { art, traits: { Rows: String(rows), Snow: names[snow] ?? 'None' } }
}

/** An orchard of nine rows in plan, one tree of which is the print's. */
export const orchard: Scene = ({ chance, main, accent, second }) => {
  const [row, tree] = [chance.below(9), chance.below(9)]
  let art = ''
  for (let i = 0; i < 9; i++) {
    art += line(`M4 ${at(10 + i * 10)}H96`, second, 0.4)
    for (let j = 0; j < 9; j++) {
      const [x, y] = [10 + j * 10, 10 + i * 10]
      const radius = chance.between(2.2, 4)
      if (i === row && j === tree) art += solid(disc(x, y, radius + 1), accent)
      let rings = disc(x, y, radius)
      if (chance.below(3) > 0) rings += disc(x, y, radius * 0.55)
      art += line(rings, main, 0.7)
    }
  }
  return { art, traits: { Row: String(row + 1), Tree: String(tree + 1) } }
}
