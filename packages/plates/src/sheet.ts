import type { Chance } from './chance.ts'

/** The input of a family of plates: a square of 100 by 100, its inks and its random generator. */
export type Sheet = {
  chance: Chance
  /** Main ink, accent, second ink. */
  inks: readonly [main: string, accent: string, second: string]
  /** The colour between the lines; also covers shapes behind others. */
  ground: string
  /** A window will cover the margins. */
  isFramed: boolean
}

/** Draws the art of one plate as SVG elements that inherit `fill="none"` and round line ends. */
export type Family = (sheet: Sheet) => string
