/**
 * Merges a plate in light and in dark inks into one drawing, which shows those of the colour
 * scheme of the page or the viewer.
 */
export function bothThemes(light: string, dark: string): string {
  const inksOfDark = dark.match(colour) ?? []
  const names = new Map<string, string>()
  let position = 0
  const drawing = light.replace(colour, (ink) => {
    const pair = `${ink} ${inksOfDark[position++] ?? ink}`
    const name = names.get(pair) ?? `--ink-${names.size}`
    names.set(pair, name)
    return `var(${name})`
  })
  const inks = (which: 0 | 1) =>
    [...names].map(([pair, name]) => `${name}:${pair.split(' ')[which]}`).join(';')
  const style = `<style>:root{${inks(0)}}@media(prefers-color-scheme:dark){:root{${inks(1)}}}</style>`
  return drawing.replace('>', () => `>${style}`)
}

const colour = /#[0-9a-f]{6}/g
