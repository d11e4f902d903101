import { chanceFrom } from '../chance.ts'
import type { EngravingInk } from './inks.ts'
import {
  type Colours,
  circle,
  hatching,
  type MotifPart,
  motif,
  round,
  star,
  stroke,
  swellingLines,
} from './strokes.ts'
import { drawThemed, type EngravingTheme } from './themed.ts'

type Emblem = {
  ink: EngravingInk
  /** Silhouette in a square of 160. */
  outline: string
  /** Size of the inner line beside the outline. */
  inset: number
  ground: (ink: string) => string
  motif: readonly MotifPart[]
}

/**
 * Emblems of guilds, named after intaglio techniques. Silhouette, ground and tool differ, so
 * that they can be distinguished without colour.
 */
const emblems = {
  burin: {
    ink: 'rust',
    outline:
      'M80 8C104 20 126 22 146 20V76C146 112 120 138 80 154C40 138 14 112 14 76V20C34 22 56 20 80 8z',
    inset: 0.9,
    ground: (ink) =>
      swellingLines(
        { x: 80, y: 80, radius: 78 },
        { step: 4, angle: 0, thin: 0.4, thick: 2.2 },
        ink,
      ),
    motif: [
      [
        'paper',
        'M80 24c15 0 25 9 25 19c0 8-8 11-14 12c-3 1-4 4-4 8h-14c0-4-1-7-4-8c-6-1-14-4-14-12c0-10 10-19 25-19z',
      ],
      ['hatched', 'M72 67h16v38l-8 27l-8-27z'],
      ['solid', 'M72 105h16l-8 28z'],
      ['paper', 'M69 62h22v6h-22z'],
      ['line', 'M80 136c14 2 24-8 15-14s-17 6-7 11s26 0 32-8'],
    ],
  },
  aquatint: {
    ink: 'teal',
    outline: circle(80, 80, 73),
    inset: 0.94,
    ground: grains,
    motif: [
      ['paper', circle(80, 54, 23)],
      ['hatched', 'M61 67A23 23 0 0 0 99 67A23 23 0 0 1 61 67z'],
      [
        'hatched',
        'M22 92q10-12 20 0t19 0t19 0t19 0t19 0t20-2C134 112 112 141 80 141S28 118 22 92z',
      ],
      [
        'line',
        'M30 108q8-9 17 0t17 0t17 0t17 0t17 0t15 0M42 123q7-7 13 0t13 0t13 0t13 0t13 0t10 0',
      ],
    ],
  },
  drypoint: {
    ink: 'ochre',
    outline: 'M80 6L154 80L80 154L6 80z',
    inset: 0.88,
    ground: burr,
    motif: [
      ['paper', star(80, 80, 46, 16, 8)],
      ['hatched', star(80, 80, 27, 12, 8)],
      ['paper', 'M46 117L101 54L106 59L51 122L43 125z'],
      ['hatched', 'M98 51L118 28c4-5 12 2 8 7L109 62z'],
      ['line', 'M46 132c5 3 9-1 6-5'],
    ],
  },
  mezzotint: {
    ink: 'violet',
    outline: 'M51 9H109L151 51V109L109 151H51L9 109V51z',
    inset: 0.92,
    ground: (ink) =>
      swellingLines(
        { x: 80, y: 80, radius: 84 },
        { step: 3, angle: 45, thin: 1.1, thick: 1.9 },
        ink,
      ) +
      swellingLines(
        { x: 80, y: 80, radius: 84 },
        { step: 3, angle: -45, thin: 0.7, thick: 1.5 },
        ink,
      ),
    motif: [
      ['paper', 'M94 28A39 39 0 1 0 117 89A32 32 0 1 1 94 28z'],
      ['paper', 'M62 100h36l18 28c-20 12-52 12-72 0z'],
      ['hatched', 'M56 110h48l10 16c-20 11-48 11-68 0z'],
      ['solid', star(112, 50, 9, 3.4, 5)],
    ],
  },
} as const satisfies Record<string, Emblem>

export type EmblemKey = keyof typeof emblems

/** Keys of the emblems that exist. */
export const emblemKeys: readonly EmblemKey[] = [
  'burin',
  'aquatint',
  'drypoint',
  'mezzotint',
]

/** Draws the emblem of a guild as SVG text of 160 by 160, some 10 kB. */
export function emblem(key: EmblemKey, theme: EngravingTheme = 'light'): string {
  return drawThemed(emblems[key].ink, theme, (colours) => drawEmblem(key, colours))
}

function drawEmblem(key: EmblemKey, colours: Colours) {
  const { outline, inset, ground, motif: parts }: Emblem = emblems[key]
  const { ink, paper } = colours
  // Several emblems may stand in one drawing.
  const [hatch, inside] = [`hatch-${key}`, `inside-${key}`]
  const inner = `translate(80 80) scale(${inset}) translate(-80 -80)`
  const style = { ...colours, hatch, width: 2.2, halo: 7 }
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 160">',
    `<defs>${hatching(hatch, 3.2, 1.4, ink)}<clipPath id="${inside}"><path d="${outline}" transform="${inner}"/></clipPath></defs>`,
    `<path d="${outline}" fill="${paper}" stroke="${ink}" stroke-width="2.4" stroke-linejoin="round"/>`,
    `<g clip-path="url(#${inside})">${ground(ink)}${motif(parts, style)}</g>`,
    stroke(outline, ink, 1.2, ` transform="${inner}"`),
    '</svg>',
  ].join('')
}

/** Rows of dots that grow with their distance from the sun. */
function grains(ink: string): string {
  let rows = ''
  for (let row = 0, y = 8; y < 152; row++, y += 3.2) {
    const width = 0.7 + 1.5 * (Math.abs(y - 50) / 100) ** 0.8
    rows += stroke(
      `M${row % 2 === 0 ? 7.6 : 6} ${round(y)}H154`,
      ink,
      round(width),
      ' stroke-linecap="round" stroke-dasharray="0 3.2"',
    )
  }
  return rows
}

/** Short scratches away from the centre. */
function burr(ink: string): string {
  const chance = chanceFrom('drypoint')
  let path = ''
  for (let at = 0; at < 150; at++) {
    const angle = (at / 150) * 2 * Math.PI
    const near = chance.between(34, 60)
    const far = near + chance.between(12, 38)
    path += `M${round(80 + Math.cos(angle) * near)} ${round(80 + Math.sin(angle) * near)}L${round(80 + Math.cos(angle + 0.05) * far)} ${round(80 + Math.sin(angle + 0.05) * far)}`
  }
  return stroke(path, ink, 0.9)
}
