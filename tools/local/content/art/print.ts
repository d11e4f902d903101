import { chanceFrom } from '@platemark/plates/chance'
import { inkSets, mix, paper } from '@platemark/plates/inks'
import type { Press, Traits } from './press.ts'
import { scenes } from './scenes.ts'

/** How the prints of a collection are made. */
export type ArtStyle = {
  scene: keyof typeof scenes
  /** Positions of the ink sets that its prints are pulled in. */
  inks: readonly [number, ...number[]]
  grounds: readonly [Ground, ...Ground[]]
  /** True: the sheet has a margin of paper around the print. */
  hasMargin?: boolean
}

type Ground = keyof typeof groundNames

const groundNames = { paper: 'Cream', tinted: 'Tinted', deep: 'Night' } as const

const inkNames = [
  ...['Harbour green', 'Madder', 'Cobalt', 'Violet', 'Rust'],
  ...['Ultramarine', 'Moss', 'Lamp black', 'Petrol', 'Umber'],
] as const

/** A print as SVG of `side` by `side` pixels, with its traits. */
export type Print = { svg: string; traits: Traits }

/**
 * Draws a print of a collection, the same each time; `number` is that of its token, null for the
 * picture that stands for all.
 */
export function drawPrint(
  collection: string,
  style: ArtStyle,
  number: number | null,
  side: number,
): Print {
  const { press, traits } = inkPress(collection, style, number)
  const drawn = scenes[style.scene](press)
  const art = `<path fill="${press.ground}" d="M0 0H100V100H0z"/><g fill="none" stroke-linecap="round">${drawn.art}</g>`
  const view = style.hasMargin ? '-9 -9 118 118' : '0 0 100 100'
  const sheet = style.hasMargin
    ? `<path fill="${paper.light}" d="M-9-9H109V109H-9z"/><svg width="100" height="100" viewBox="0 0 100 100">${art}</svg>`
    : art
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="${view}">${sheet}</svg>`,
    traits: { ...drawn.traits, ...traits },
  }
}

/** Draws a cover of 3:1: one print across the sheet. */
export function drawCover(collection: string, style: ArtStyle, width: number): string {
  const { press } = inkPress(`${collection} cover`, style, null)
  const { art } = scenes[style.scene](press)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${width / 3}" viewBox="0 33 100 33.33"><path fill="${press.ground}" d="M0 0H100V100H0z"/><g fill="none" stroke-linecap="round">${art}</g></svg>`
}

function inkPress(
  collection: string,
  { inks, grounds }: ArtStyle,
  number: number | null,
): { press: Press; traits: Traits } {
  const chance = chanceFrom(
    number === null ? `print of ${collection}` : `print ${number} of ${collection}`,
  )
  // The picture of all shows the first ink on the first paper.
  const at = number === null ? inks[0] : chance.pick(...inks)
  const kind = number === null ? grounds[0] : chance.pick(...grounds)
  const set = inkSets[at] ?? inkSets[0]
  const isDark = kind === 'deep'
  const [main, accent, second] = isDark ? set.onDark : set.onLight
  const ground = {
    paper: paper.light,
    tinted: mix(paper.light, accent, 0.2),
    deep: set.deep,
  }[kind]
  return {
    press: { chance, main, accent, second, ground, isDark },
    traits: { Ink: inkNames[at] ?? inkNames[0], Paper: groundNames[kind] },
  }
}
