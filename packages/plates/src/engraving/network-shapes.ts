import { engravingInks, type Ink } from './inks.ts'
import { circle, star } from './strokes.ts'

/** Inks of marks of networks: those of engravings and two more. */
export const markInks = {
  navy: engravingInks.navy,
  rust: engravingInks.rust,
  teal: engravingInks.teal,
  ochre: engravingInks.ochre,
  violet: engravingInks.violet,
  slate: engravingInks.silver,
  moss: { light: '#3f6b1d', dark: '#a5cf7f' },
  plum: { light: '#8a2f5d', dark: '#eba0c4' },
} as const satisfies Record<string, Ink>

/** Silhouettes in a square of 24; the star is that of networks without a look of their own. */
export const forms = {
  circle: circle(12, 12, 11),
  square: 'M2 2h20v20H2z',
  diamond: 'M12 0L24 12L12 24L0 12z',
  hexagon: 'M12 .5L22 6.25V17.75L12 23.5L2 17.75V6.25z',
  shield: 'M2 2h20v9.5c0 6-4.5 10-10 12c-5.5-2-10-6-10-12z',
  arch: 'M2.5 22.5V11a9.5 9.5 0 0 1 19 0v11.5z',
  leaf: 'M2 2h11a9 9 0 0 1 9 9v11H11a9 9 0 0 1-9-9z',
  ticket: 'M6 2h12a4 4 0 0 0 4 4v12a4 4 0 0 0-4 4H6a4 4 0 0 0-4-4V6a4 4 0 0 0 4-4z',
  star: star(12, 12, 12, 8.5, 7),
} as const

/** Shapes in the middle: cut out of the silhouette, or solid within an outline. */
export const networkMotifs = {
  corner: 'M7 7h10.5L7 17.5z',
  dot: circle(12, 12, 3.5),
  bar: 'M6.5 10.25h11v3.5h-11z',
  ring: circle(12, 12, 5.5) + circle(12, 12, 2.5),
  chevron: 'M12 7.25L17.5 12.75V16.75L12 11.25L6.5 16.75V12.75z',
  pillar: 'M10.25 6.5h3.5v11h-3.5z',
  plus: 'M10.5 7h3v3.5h3.5v3h-3.5v3.5h-3v-3.5h-3.5v-3h3.5z',
  slash: 'M14.75 6.75l2.5 2.5l-8 8l-2.5-2.5z',
} as const

/** The parts that make up the mark of a network. */
export type NetworkLook = {
  ink: keyof typeof markInks
  form: keyof typeof forms
  motif: keyof typeof networkMotifs
  /** The mark of a test network. */
  isOutline?: boolean
}
