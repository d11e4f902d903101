import { at, disc, line, solid } from '@platemark/plates/pen'
import type { Scene } from './press.ts'
import { box, hatch, levels } from './strokes.ts'

/** A shop front, open or closed. */
export const houses: Scene = ({ chance, main, accent, second, ground }) => {
  const number = 1 + chance.below(80)
  const isOpen = chance.below(3) === 0
  const stripes = 6 + 2 * chance.below(3)
  const doorLeft = chance.below(2) === 0
  let art = line(box(10, 8, 80, 84), main, 1)
  for (const x of [18, 43, 68]) {
    art += line(box(x, 14, 14, 18), main, 0.8)
    art += line(`M${x + 7} 14v18M${x} 23h14`, main, 0.5)
    if (chance.below(3) === 0) art += solid(box(x + 0.6, 14.6, 5.9, 7.9), accent)
  }
  art += solid(box(12, 37, 76, 6), second)
  const from = chance.between(20, 36)
  let sign = ''
  for (let x = from; x < 100 - from; x += chance.between(2.4, 5)) {
    sign += `M${at(x)} ${at(38.6 + chance.between(0, 1))}v2.6`
  }
  art += line(sign, ground, 1.1)
  const width = 76 / stripes
  for (let i = 0; i < stripes; i++) {
    const ink = i % 2 ? ground : accent
    const x = 12 + i * width
    art += solid(
      `M${at(x)} 45h${at(width)}v8a${at(width / 2)} 3 0 0 1 ${at(-width)} 0z`,
      ink,
    )
    art += line(`M${at(x)} 45v8a${at(width / 2)} 3 0 0 0 ${at(width)} 0v-8`, main, 0.4)
  }
  const [door, pane] = doorLeft ? [16, 38] : [66, 16]
  art += line(box(door, 60, 18, 32), main, 0.8) + solid(disc(door + 15, 77, 0.9), main)
  const window = { x: pane, y: 60, width: 46, height: 24 }
  art += isOpen
    ? solid(box(pane, 60, 46, 24), accent) + line(`M${pane + 23} 60v24`, ground, 0.8)
    : shutters(pane, main)
  art += line(box(pane, 60, 46, 24), main, 0.8)
  if (!isOpen) art += hatch(window, 6, second, 0.25)
  art += levels(93, 100, 4, second, 0.5)
  return {
    art,
    traits: { Number: String(number), Shutter: isOpen ? 'Up' : 'Down' },
  }
}

function shutters(x: number, ink: string): string {
  let path = ''
  for (let y = 62; y < 84; y += 2) path += `M${x} ${y}h46`
  return line(path, ink, 0.5)
}

/** A front at night with a few windows lit. */
export const night: Scene = ({ chance, main, accent, second, ground }) => {
  const minutes = 120 + chance.below(24) * 5
  const columns = 4 + chance.below(3)
  const rows = 5 + chance.below(3)
  const cell = 84 / columns
  const tall = 88 / rows
  let lit = 0
  let art = hatch({ x: 0, y: 0, width: 100, height: 100 }, 3.4, second, 0.35)
  art += solid(box(6, 4, 88, 96), ground) + line(box(6, 4, 88, 96), main, 0.9)
  for (let i = 0; i < columns; i++) {
    for (let j = 0; j < rows; j++) {
      const x = 8 + i * cell + cell * 0.22
      const y = 8 + j * tall + tall * 0.15
      const pane = box(x, y, cell * 0.56, tall * 0.6)
      const isLit =
        chance.below(11) === 0 || (lit === 0 && i === columns - 1 && j === rows - 1)
      if (isLit) {
        lit += 1
        art += solid(pane, accent)
      }
      art += line(pane, main, 0.7)
      art += line(
        `M${at(x + cell * 0.28)} ${at(y)}v${at(tall * 0.6)}`,
        isLit ? ground : main,
        0.5,
      )
    }
  }
  const clock = `0${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
  return { art, traits: { Hour: clock, Awake: String(lit) } }
}

/** Boards of a studio floor, rubbed: grain, nails and knots. */
export const floor: Scene = ({ chance, main, accent, second }) => {
  const boards = 4 + chance.below(4)
  const width = 100 / boards
  let knots = 0
  let art = ''
  for (let i = 0; i < boards; i++) {
    const left = i * width
    const knot = chance.below(3) === 0 ? chance.between(15, 85) : null
    if (knot !== null) knots += 1
    const middle = left + width * chance.between(0.35, 0.65)
    for (let t = 0.12; t < 0.95; t += 0.11) {
      const x = left + width * t
      const sway = chance.between(-1, 1)
      const side = Math.sign(x - middle) || 1
      const away = knot === null ? 0 : side * Math.max(0, 3 - Math.abs(x - middle) * 0.35)
      const y = knot ?? 50
      art += line(
        `M${at(x)} 0C${at(x + sway)} ${at(y - 14)} ${at(x + away)} ${at(y - 8)} ${at(x + away)} ${at(y)}S${at(x - sway)} ${at(y + 20)} ${at(x)} 100`,
        i % 2 ? second : main,
        chance.between(0.25, 0.7),
      )
    }
    if (knot !== null) art += solid(disc(middle, knot, 1.8), accent)
    art += line(`M${at(left)} 0V100`, main, 1.3)
    const joint = chance.between(10, 90)
    art += line(`M${at(left)} ${at(joint)}h${at(width)}`, main, 1)
    art += solid(
      disc(left + width * 0.2, joint + 3, 0.7) + disc(left + width * 0.8, joint + 3, 0.7),
      main,
    )
  }
  return {
    art,
    traits: { Boards: String(boards), Knots: knots === 0 ? 'None' : String(knots) },
  }
}

/** Lanterns on strings across a street. */
export const lanterns: Scene = ({ chance, main, accent, second }) => {
  const strings = 2 + chance.below(3)
  let count = 0
  let art = ''
  for (let i = 0; i < strings; i++) {
    const left = 12 + i * 20 + chance.between(-4, 4)
    const sag = chance.between(8, 18)
    art += line(
      `M-2 ${at(left)}Q50 ${at(left + sag * 2)} 102 ${at(left - 4)}`,
      second,
      0.6,
    )
    const lights = 4 + chance.below(4)
    for (let j = 0; j < lights; j++) {
      const t = (j + 0.5) / lights
      const x = 100 * t
      const y =
        left * (1 - t) ** 2 + 2 * (left + sag * 2) * t * (1 - t) + (left - 4) * t ** 2
      const size = chance.between(3, 5.4)
      const ink = chance.below(3) === 0 ? main : accent
      art += solid(disc(x, y + size + 2, size), ink)
      art += line(
        `M${at(x)} ${at(y)}v2M${at(x - size * 0.8)} ${at(y + size + 2)}h${at(size * 1.6)}M${at(x)} ${at(y + 2 * size + 2)}v4`,
        second,
        0.5,
      )
      count += 1
    }
  }
  return { art, traits: { Lanterns: String(count) } }
}

/** Slates of a roof with rain across it. */
export const roofs: Scene = ({ chance, main, accent, second, ground }) => {
  const size = chance.between(9, 15)
  const odd = chance.below(30)
  let art = ''
  let index = 0
  for (let j = Math.ceil(100 / size) + 1; j >= -1; j--) {
    for (let i = -1; i <= 100 / size + 1; i++) {
      const x = i * size + (j % 2 ? size / 2 : 0)
      const y = j * size * 0.7
      const slate = `M${at(x)} ${at(y)}v${at(size * 0.6)}a${at(size / 2)} ${at(size / 2)} 0 0 0 ${at(size)} 0v${at(-size * 0.6)}z`
      index += 1
      art += solid(slate, index % 31 === odd ? accent : ground) + line(slate, main, 0.6)
    }
  }
  const drops = 30 + chance.below(40)
  let rain = ''
  for (let i = 0; i < drops; i++) {
    rain += `M${at(chance.between(0, 104))} ${at(chance.between(-4, 96))}l-1.6 ${at(chance.between(4, 9))}`
  }
  art += line(rain, second, 0.5)
  const strength = drops < 43 ? 'Drizzle' : drops < 57 ? 'Rain' : 'Downpour'
  return { art, traits: { Rain: strength } }
}

/** Tiles of a terrace, quarter circles turned at random. */
export const tiles: Scene = ({ chance, main, accent, second }) => {
  const side = 4 + chance.below(3)
  const cell = 100 / side
  let art = ''
  for (let i = 0; i < side; i++) {
    for (let j = 0; j < side; j++) {
      const [x, y] = [i * cell, j * cell]
      const ink = chance.pick(main, main, second, accent)
      const corner = chance.below(4)
      const [cx, cy] = [x + (corner % 2) * cell, y + (corner > 1 ? cell : 0)]
      const [sx, sy] = [corner % 2 ? -cell : cell, corner > 1 ? -cell : cell]
      const sweep = sx * sy > 0 ? 1 : 0
      const quarter = (r: number) =>
        `M${at(cx)} ${at(cy)}h${at(sx * r)}A${at(cell * r)} ${at(cell * r)} 0 0 ${sweep} ${at(cx)} ${at(cy + sy * r)}z`
      art += chance.below(2)
        ? solid(quarter(0.96), ink)
        : line(quarter(0.96) + quarter(0.6), ink, 0.9)
    }
  }
  return { art, traits: { Tiles: String(side * side) } }
}
