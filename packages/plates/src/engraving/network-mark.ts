import { chanceFrom } from '../chance.ts'
import { networkLooks } from './network-looks.ts'
import { forms, markInks, type NetworkLook, networkMotifs } from './network-shapes.ts'
import { drawInInk, type EngravingTheme } from './themed.ts'

/** Draws the mark of the network with this alias as SVG text of 24 by 24, below 1 kB. */
export function networkMark(alias: string, theme: EngravingTheme = 'light'): string {
  const look = findNetworkLook(alias) ?? chooseLook(alias)
  return drawInInk(markInks[look.ink], theme, ({ ink }) => draw(look, ink))
}

/** Finds the look of a network that has one. */
export function findNetworkLook(alias: string): NetworkLook | undefined {
  return Object.hasOwn(networkLooks, alias) ? networkLooks[alias] : undefined
}

/** Chooses the look of a network that only an operator knows: the same each time. */
function chooseLook(alias: string): NetworkLook {
  const chance = chanceFrom(`network ${alias}`)
  const choose = <T extends object>(from: T) => {
    // Safe: the keys of that very object.
    const keys = Object.keys(from) as [keyof T, ...(keyof T)[]]
    return chance.pick(...keys)
  }
  return { ink: choose(markInks), form: 'star', motif: choose(networkMotifs) }
}

function draw({ form, motif, isOutline = false }: NetworkLook, ink: string): string {
  const [outside, inside] = [forms[form], networkMotifs[motif]]
  const shapes = isOutline
    ? `<path d="${outside}" transform="translate(1.5 1.5) scale(.875)" fill="none" stroke="${ink}" stroke-width="2"/><path d="${inside}" fill="${ink}" fill-rule="evenodd"/>`
    : `<path d="${outside}${inside}" fill="${ink}" fill-rule="evenodd"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${shapes}</svg>`
}
