import { chanceFrom } from '../chance.ts'
import { type EngravingInk, engravingInks } from './inks.ts'
import { grounds } from './postmark-grounds.ts'
import { type Colours, round } from './strokes.ts'
import { drawThemed, type EngravingTheme } from './themed.ts'

/** Outline of a character in a size in px, with its baseline at the origin. */
export type Glyph = { path: string; advance: number }

/** Draws characters as outlines, so that a drawing needs no font. */
export type Letters = (character: string, size: number, face: 'display' | 'text') => Glyph

export type Postmark = {
  /** Alias of the network; it chooses ground, ink and turn. */
  alias: string
  /** Name of the network, on the upper rim. */
  name: string
  /** Name of the product, on the lower rim. */
  issuer: string
  /** Day of the stamp, `2026-02-02`; null while its block is not final: dashed, without a day. */
  day: string | null
}

type Look = { ground: number; ink: EngravingInk; turn: number }

const looks: Record<string, Look> = {
  optimism: { ground: 0, ink: 'rust', turn: -9 },
  base: { ground: 1, ink: 'navy', turn: 6 },
  unichain: { ground: 2, ink: 'violet', turn: -4 },
  ink: { ground: 3, ink: 'violet', turn: 9 },
  soneium: { ground: 4, ink: 'teal', turn: -7 },
  mode: { ground: 5, ink: 'ochre', turn: 5 },
  zora: { ground: 6, ink: 'navy', turn: -6 },
  worldchain: { ground: 7, ink: 'ochre', turn: 8 },
  lisk: { ground: 8, ink: 'teal', turn: -5 },
}

/** Draws the postmark of a network as SVG text of 180 by 160. */
export function postmark(
  mark: Postmark,
  letters: Letters,
  theme: EngravingTheme = 'light',
): string {
  const look = looks[mark.alias] ?? chooseLook(mark.alias)
  return drawThemed(look.ink, theme, (colours) => draw(mark, look, colours, letters))
}

/** Chooses the look of a network without a drawn one: the same each time. */
function chooseLook(alias: string): Look {
  const chance = chanceFrom(`postmark ${alias}`)
  // Safe: the keys of that very object.
  const inks = Object.keys(engravingInks) as EngravingInk[]
  const ground = chance.below(grounds.length)
  const ink = inks[chance.below(inks.length)] ?? 'navy'
  return { ground, ink, turn: Math.round(chance.between(-9, 9)) }
}

const CENTRE = 80

function draw(
  { alias, name, issuer, day }: Postmark,
  { ground, turn }: Look,
  { ink, paper }: Colours,
  letters: Letters,
): string {
  const inside = `postmark-${alias}`
  const dashes = day === null ? ' stroke-dasharray="5 4"' : ''
  const ring = (radius: number, width: number, more = '') =>
    `<circle cx="80" cy="80" r="${radius}" fill="none" stroke="${ink}" stroke-width="${width}"${more}/>`
  const initials = [...name.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '')].slice(0, 2)
  const solid = (path: string) => `<path d="${path}" fill="${ink}"/>`
  const word = (text: string, y: number, size: number, spacing: number) =>
    straight([...text], { y, size, spacing, letters, solid })
  const upper = rim([...name.toUpperCase()], {
    ...{ radius: 50.5, size: 10.5, spacing: 0.14, isLower: false },
    ...{ letters, solid },
  })
  const lower = rim([...(day === null ? 'Not final yet' : issuer).toUpperCase()], {
    ...{ radius: 57.5, size: 8.5, spacing: 0.16, isLower: true },
    ...{ letters, solid },
  })
  const middle =
    day === null
      ? word(initials.join(''), 91, 32, -0.01)
      : [
          `<g clip-path="url(#${inside})">${grounds[ground]?.(ink) ?? ''}</g>`,
          `<path d="M36 64h88v33h-88z" fill="${paper}"/>`,
          `<path d="M36.500 64h87M36.500 97h87" stroke="${ink}" stroke-width="1.4"/>`,
          word(initials.join(''), 82, 21, -0.01),
          word(formatDay(day), 93.5, 9, 0.06),
        ].join('')
  const waves = [-15, -5, 5, 15]
    .map((y) => `M140 ${CENTRE + y}q6-5 12 0t12 0t12 0`)
    .join('')
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 180 160">',
    `<defs><clipPath id="${inside}"><circle cx="80" cy="80" r="43"/></clipPath></defs>`,
    `<g transform="rotate(${turn} 80 80)">`,
    ring(64, 2.2, dashes),
    day === null ? '' : ring(61, 0.7),
    ring(45, 1.4, dashes),
    middle,
    upper,
    lower,
    day === null
      ? ''
      : `<path d="${waves}" fill="none" stroke="${ink}" stroke-width="1.6"/>`,
    '</g></svg>',
  ].join('')
}

type Setting = {
  size: number
  /** Space between characters, in em. */
  spacing: number
  letters: Letters
  solid: (path: string) => string
}

/** Sets a line centred on the drawing. */
function straight(
  characters: string[],
  { y, size, spacing, letters, solid }: Setting & { y: number },
): string {
  const glyphs = characters.map((one) => letters(one, size, 'display'))
  const step = spacing * size
  const width = glyphs.reduce((sum, { advance }) => sum + advance + step, 0) - step
  let x = CENTRE - width / 2
  return glyphs
    .map(({ path, advance }) => {
      const glyph = `<g transform="translate(${round(x)} ${y})">${solid(path)}</g>`
      x += advance + step
      return glyph
    })
    .join('')
}

/** Widest angle that a text on the rim takes, in radians. */
const MAX_ARC = (5 / 6) * Math.PI

/** Sets a text around the upper or lower rim, smaller where it is long. */
function rim(
  characters: string[],
  options: Setting & { radius: number; isLower: boolean },
): string {
  const { radius, size, spacing, isLower, letters, solid } = options
  const natural = angleSum(characters, options)
  const scale = Math.min(1, MAX_ARC / natural)
  const actual = size * scale
  let angle = (-natural * scale) / 2
  return characters
    .map((one) => {
      const { path, advance } = letters(one, actual, 'text')
      const half = (advance + spacing * actual) / radius / 2
      const degrees = ((angle + half) * 180) / Math.PI
      angle += 2 * half
      const y = isLower ? CENTRE + radius : CENTRE - radius
      const turn = round(isLower ? -degrees : degrees)
      const x = round(CENTRE - advance / 2)
      return `<g transform="rotate(${turn} 80 80) translate(${x} ${y})">${solid(path)}</g>`
    })
    .join('')
}

function angleSum(
  characters: string[],
  { radius, size, spacing, letters }: Setting & { radius: number },
): number {
  const widths = characters.map((one) => letters(one, size, 'text').advance)
  return widths.reduce((sum, advance) => sum + (advance + spacing * size) / radius, 0)
}

const months = [
  ...['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN'],
  ...['JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'],
]

/** Formats `2026-02-02` as `2 FEB 26`. */
function formatDay(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  return `${Number(date)} ${months[Number(month) - 1]} ${year.slice(2)}`
}
