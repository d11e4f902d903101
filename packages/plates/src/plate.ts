// Generative placeholder art: the engraved picture of everything that has no picture of its own.
import { bothThemes } from './both-themes.ts'
import { chanceFrom } from './chance.ts'
import { arcs } from './families/arcs.ts'
import { guilloche } from './families/guilloche.ts'
import { halftone } from './families/halftone.ts'
import { hatchedRelief } from './families/hatched-relief.ts'
import { islands } from './families/islands.ts'
import { wanderingRings } from './families/wandering-rings.ts'
import { warpedRules } from './families/warped-rules.ts'
import { weave } from './families/weave.ts'
import { inkSets, mix, paper } from './inks.ts'
import { disc, line } from './pen.ts'
import type { Family, Sheet } from './sheet.ts'

type PlateOptions = {
  /**
   * The inks: those for light paper (the default) or for dark. `system` contains both and
   * shows what fits; it has a style element and is no text to put inline.
   */
  theme?: 'light' | 'dark' | 'system'
  /** `width` and `height` of the picture in px; 100 by default. */
  size?: number
}

/** Changes whenever the same seed would be drawn differently: part of cache keys. */
export const plateVersion = 1

/**
 * Draws an engraved plate as SVG text: the picture of a collection, token or account that has
 * none of its own.
 *
 * The same seed gives the same text everywhere. A seed is any string; one that ends in an
 * address (`0x` and 40 hex digits) is drawn from it, and what stands before the address
 * (a network) draws another plate from the same address. About 12 kB, at most 64 kB; no
 * scripts, no ids, nothing from elsewhere, so it may also stand inline.
 */
export function plate(seed: string, options: PlateOptions = {}): string {
  return draw(seed, options, '0 0 100 100')
}

/** Draws the middle of a plate, one and a half times as large, for the small round of an avatar. */
export function avatarPlate(seed: string, options: PlateOptions = {}): string {
  return draw(seed, options, '16.67 16.67 66.66 66.66')
}

const families: readonly [Family, ...Family[]] = [
  warpedRules,
  hatchedRelief,
  wanderingRings,
  halftone,
  islands,
  guilloche,
  weave,
  arcs,
]

/** The covers of the margins: none, a square, a round and an arched window. */
const windows = [
  '',
  'M-1-1H101V101H-1zM9 9V91H91V9z',
  `M-1-1H101V101H-1z${disc(50, 50, 42)}`,
  'M-1-1H101V101H-1zM16 92H84V42A34 34 0 0 0 16 42z',
] as const

function draw(
  seed: string,
  { theme = 'light', size = 100 }: PlateOptions,
  view: string,
): string {
  if (theme === 'system') {
    const inks = (one: 'light' | 'dark') => draw(seed, { theme: one, size }, view)
    return bothThemes(inks('light'), inks('dark'))
  }
  const isDark = theme === 'dark'
  const chance = chanceFrom(seed)
  // The order of these draws is part of every picture: a new one belongs at the end.
  const family = chance.pick(...families)
  const set = chance.pick(...inkSets)
  const kindOfGround = chance.pick(
    'paper',
    'paper',
    'paper',
    'tinted',
    'tinted',
    'deep',
    'deep',
  )
  const frame = chance.pick(0, 0, 0, 1, 1, 2, 3)
  const turn = chance.below(3)

  const own = isDark || kindOfGround === 'deep' ? set.onDark : set.onLight
  const inks = [
    own[turn % 3] ?? own[0],
    own[(turn + 1) % 3] ?? own[0],
    own[(turn + 2) % 3] ?? own[0],
  ] as const
  const sheetPaper = paper[theme]
  const ground = {
    paper: sheetPaper,
    tinted: mix(sheetPaper, inks[1], 0.13),
    deep: mix(set.deep, inks[0], isDark ? 0.1 : 0),
  }[kindOfGround]
  const sheet: Sheet = { chance, inks, ground, isFramed: frame !== 0 }

  const art = family(sheet)
  const opening = windows[frame]
  const cover =
    opening && `<path fill-rule="evenodd" fill="${sheetPaper}" d="${opening}"/>`
  const hasRim = opening !== '' && kindOfGround === 'paper'
  const rim = hasRim ? line(opening.slice(opening.indexOf('z') + 1), inks[0], 0.7) : ''
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${view}" width="${size}" height="${size}">` +
    `<path fill="${ground}" d="M0 0H100V100H0z"/>` +
    `<g fill="none" stroke-linecap="round">${art}</g>${cover}<g fill="none">${rim}</g></svg>`
  )
}
