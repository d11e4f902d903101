import type { Chance } from '@platemark/plates/chance'

/** Inks, paper and random draws of one print, on a square of 100 by 100. */
export type Press = {
  chance: Chance
  main: string
  accent: string
  second: string
  ground: string
  isDark: boolean
}

/** Draws SVG elements that inherit round line ends and no fill, with the traits they show. */
export type Scene = (press: Press) => { art: string; traits: Traits }

export type Traits = Record<string, string>
