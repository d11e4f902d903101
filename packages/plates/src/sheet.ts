import type { Chance } from './chance.ts'

/** What a family of plates draws on: a square of 100 by 100, its inks and its luck. */
export type Sheet = {
  chance: Chance
  /** Main ink, accent, second ink. */
  inks: readonly [main: string, accent: string, second: string]
  /** What shows between the lines; also covers what stands behind something. */
  ground: string
  /** A window will cover the margins. */
  isFramed: boolean
}

/** Draws the art of one plate as SVG elements that inherit `fill="none"` and round line ends. */
export type Family = (sheet: Sheet) => string
