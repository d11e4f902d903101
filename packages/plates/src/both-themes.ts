/**
 * One drawing out of the same plate in two inks: it shows those of the colour scheme it is
 * looked at in. That of the page, where it stands in one as a picture.
 */
export function bothThemes(light: string, dark: string): string {
  const inksOfDark = dark.match(colour) ?? []
  const names = new Map<string, string>()
  let place = 0
  const drawing = light.replace(colour, (ink) => {
    const pair = `${ink} ${inksOfDark[place++] ?? ink}`
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
