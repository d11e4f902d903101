import { at, disc, line, type Point, polyline, solid } from '@platemark/plates/pen'
import type { Scene } from './press.ts'
import { box, hatch, levels, oval } from './strokes.ts'

const GLAZES = ['Celadon', 'Tenmoku', 'Shino', 'Ash'] as const

/** A fired bowl with the runs of its glaze. */
export const glaze: Scene = ({ chance, main, accent, second, ground }) => {
  const celsius = 1180 + 10 * chance.below(15)
  const wide = chance.between(26, 40)
  const tall = chance.between(26, 44)
  const top = 62 - tall / 2
  const foot = wide * chance.between(0.35, 0.55)
  const bowl = `M${at(50 - wide)} ${at(top)}C${at(50 - wide)} ${at(top + tall * 0.7)} ${at(50 - foot)} ${at(top + tall)} ${at(50 - foot)} ${at(top + tall)}h${at(2 * foot)}C${at(50 + foot)} ${at(top + tall)} ${at(50 + wide)} ${at(top + tall * 0.7)} ${at(50 + wide)} ${at(top)}z`
  const runs = 3 + Math.round((celsius - 1180) / 30)
  let path = `M${at(50 - wide)} ${at(top)}`
  for (let i = 0; i < runs; i++) {
    const step = (2 * wide) / runs
    const x = 50 - wide + i * step
    const reach =
      tall * chance.between(0.22, 0.46) * (1 - Math.abs((i + 0.5) / runs - 0.5))
    path += `C${at(x)} ${at(top + reach * 1.6)} ${at(x + step)} ${at(top + reach * 1.6)} ${at(x + step)} ${at(top + reach * 0.4)}`
  }
  path += `V${at(top)}z`
  const table = top + tall
  let art = levels(table + 2, 101, 10, second, 0.4)
  art += solid(oval(50, table + 1, foot * 1.7, 2), second)
  art += solid(bowl, ground) + line(bowl, main, 1.2)
  for (let y = top + tall * 0.5; y < table; y += 2.4) {
    const half = foot + (wide - foot) * (1 - (y - top) / tall) ** 0.7 - 3
    art += line(`M${at(50 - half)} ${at(y)}q${at(half)} 3 ${at(2 * half)} 0`, main, 0.35)
  }
  art += solid(path, accent) + line(path, main, 0.6)
  art += solid(oval(50, top, wide, 4), ground) + line(oval(50, top, wide, 4), main, 1)
  return {
    art,
    traits: {
      Temperature: `${celsius.toLocaleString('en')} °C`,
      Glaze: chance.pick(...GLAZES),
    },
  }
}

/** Pieces of glass that the sea has worn. */
export const glass: Scene = ({ chance, main, accent, second, ground }) => {
  const pieces = 3 + chance.below(5)
  const wear = chance.below(3)
  let art = ''
  for (let y = 6; y < 100; y += 7) {
    art += line(`M0 ${y}q25 ${at(chance.between(-4, 4))} 50 0t50 0`, second, 0.35)
  }
  for (let i = 0; i < pieces; i++) {
    const angle = (i / pieces) * 6.28 + chance.between(0, 0.6)
    const x = 50 + Math.cos(angle) * 26
    const y = 50 + Math.sin(angle) * 26
    const corners = 4 + chance.below(3)
    const radius = chance.between(9, 17)
    const points: Point[] = Array.from({ length: corners }, (_, corner) => {
      const turn = (corner / corners) * 6.28 + chance.between(0, 0.7)
      const away = radius * chance.between(0.75, 1.1)
      return [x + Math.cos(turn) * away, y + Math.sin(turn) * away]
    })
    const path = `${polyline(points)}z`
    const ink = i % 2 ? accent : main
    const round = 1 + wear * 2.2
    art += `<path d="${path}" fill="${ground}" stroke="${ground}" stroke-width="${at(round + 2)}" stroke-linejoin="round"/>`
    art += `<path d="${path}" fill="${ink}" fill-opacity="0.62" stroke="${ink}" stroke-width="${at(round)}" stroke-linejoin="round"/>`
    const inner = points.map(
      ([px, py]): Point => [x + (px - x) * 0.55, y + (py - y) * 0.55],
    )
    art += line(`${polyline(inner)}z`, ground, 0.5)
  }
  const names = ['Sharp', 'Worn', 'Frosted'] as const
  return { art, traits: { Pieces: String(pieces), Edge: names[wear] ?? 'Worn' } }
}

/** A candle, drawn for as long as it lasted. */
export const candle: Scene = ({ chance, main, accent, second, ground }) => {
  const left = 0.15 + chance.below(8) / 10
  const tall = 58 * left + 6
  const top = 86 - tall
  const half = chance.between(6, 12)
  let rays = ''
  for (let i = 0; i < 32; i++) {
    const turn = (i / 32) * 6.283
    const [inner, outer] = [15, 19 + chance.between(2, 30)]
    rays += `M${at(50 + Math.cos(turn) * inner)} ${at(top - 9 + Math.sin(turn) * inner)}L${at(50 + Math.cos(turn) * outer)} ${at(top - 9 + Math.sin(turn) * outer)}`
  }
  const body = `M${at(50 - half)} ${at(top)}q${at(half * 0.6)} ${at(chance.between(3, 9))} ${at(half)} 0t${at(half)} 0V86h${at(-2 * half)}z`
  const flame = `M50 ${at(top - 17)}c5 7 5 13 0 14c-5-1-5-7 0-14z`
  const art =
    line(rays, second, 0.5) +
    solid(body, ground) +
    hatch({ x: 50, y: top + 4, width: half, height: 82 - top }, 2.4, second, 0.4) +
    line(body, main, 1) +
    line(`M50 ${at(top)}v-4`, main, 0.8) +
    solid(flame, accent) +
    line(flame, main, 0.5) +
    line(`M${at(36 - half / 2)} 86H${at(64 + half / 2)}`, main, 1.6) +
    levels(89, 101, 6, second, 0.4)
  return { art, traits: { Left: `${Math.round(left * 100)} %` } }
}

/** A still life of jars beside water. */
export const bottles: Scene = ({ chance, main, accent, second, ground }) => {
  const count = 2 + chance.below(4)
  const table = chance.between(66, 78)
  let art = levels(10, table, 18, second, 0.3)
  art += solid(box(0, table, 100, 40), ground) + line(`M0 ${at(table)}H100`, main, 1)
  let filled = 0
  for (let i = 0; i < count; i++) {
    const width = chance.between(12, 19)
    const tall = chance.between(20, 46)
    const x = 12 + ((76 - width) * i) / Math.max(1, count - 1)
    const foot = table + chance.between(4, 14)
    const neck = width * chance.between(0.3, 0.5)
    const shoulder = foot - tall * 0.68
    const jar = `M${at(x)} ${at(foot)}V${at(shoulder)}q0 -5 ${at((width - neck) / 2)} -6V${at(foot - tall)}h${at(neck)}V${at(shoulder - 6)}q${at((width - neck) / 2)} 1 ${at((width - neck) / 2)} 6V${at(foot)}z`
    art += solid(jar, ground)
    if (chance.below(2)) {
      filled += 1
      const level = foot - tall * chance.between(0.2, 0.5)
      art += solid(box(x, level, width, foot - level), accent)
    } else {
      art += hatch(
        { x, y: shoulder, width: width / 2, height: foot - shoulder },
        2.2,
        main,
        0.35,
      )
    }
    art += line(jar, main, 1)
    art += line(`M${at(x)} ${at(foot + 2)}h${at(width)}`, second, 0.8)
  }
  return {
    art,
    traits: { Jars: String(count), Water: filled === 0 ? 'None' : `In ${filled}` },
  }
}

/** A lighthouse and its beam, a page of the keeper's year. */
export const lighthouse: Scene = ({ chance, main, accent, second, ground }) => {
  const sweep = chance.between(-24, 16)
  const weather = chance.below(3)
  let art = solid(`M52 27L104 ${at(12 + sweep)}V${at(46 + sweep)}z`, accent)
  art += levels(72, 101, 14, second, 0.5)
  if (weather > 0) {
    let rain = ''
    for (let i = 0; i < weather * 26; i++) {
      rain += `M${at(chance.between(0, 104))} ${at(chance.between(0, 68))}l-2 5`
    }
    art += line(rain, second, 0.4)
  }
  art += solid('M20 101c4-24 18-26 30-26s24 8 30 26z', second)
  const tower = 'M43 76L46 32H58L61 76z'
  art += solid(tower, ground) + line(tower, main, 1)
  art += solid('M44.4 62L45.4 50H58.6L59.6 62z', main)
  art += solid(box(46, 22, 12, 10), ground) + line(box(46, 22, 12, 10), main, 0.9)
  art += solid(disc(52, 27, 2.6), accent) + solid('M44 22L52 14L60 22z', main)
  const names = ['Clear', 'Rain', 'Storm'] as const
  return { art, traits: { Weather: names[weather] ?? 'Clear' } }
}

/** A page of a notebook: ruled lines and a hand that fills them. */
export const notebook: Scene = ({ chance, main, accent, second }) => {
  const lines = 8 + chance.below(4)
  let art = line('M16 0V100', accent, 0.7)
  for (let i = 0; i < lines; i++) {
    const y = 12 + i * (80 / lines)
    art += line(`M0 ${at(y)}H100`, second, 0.3)
    let x = 20
    let hand = `M${at(x)} ${at(y - 1)}`
    while (x < 88 - (i === lines - 1 ? 40 : 0)) {
      const step = chance.between(1, 3)
      const rise = chance.below(6) === 0 ? 5 : 2.6
      hand += `q${at(step / 2)} ${at(-rise)} ${at(step)} 0`
      x += step
      if (chance.below(7) === 0) {
        x += 3
        hand += `M${at(x)} ${at(y - 1)}`
      }
    }
    art += line(hand, main, 0.7)
  }
  art += line(oval(74, 78, 12, 9), accent, 0.9)
  return { art, traits: { Lines: String(lines) } }
}
