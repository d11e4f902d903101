/** The background colours of a plate. */
export const paper = { light: '#f0ede4', dark: '#191e1c' } as const

type InkSet = {
  onLight: readonly [string, string, string]
  onDark: readonly [string, string, string]
  /** A ground so dark that the inks for dark paper stand on it. */
  deep: string
}

const set = (
  onLight: InkSet['onLight'],
  onDark: InkSet['onDark'],
  deep: string,
): InkSet => ({ onLight, onDark, deep })

/** The order is part of every picture. */
export const inkSets = [
  set(['#0f6b43', '#d9542b', '#1d2a44'], ['#66d19f', '#ff8d62', '#aebde6'], '#10263a'),
  set(['#7a2e4d', '#b5720f', '#14424a'], ['#e792b5', '#f2b953', '#82cad0'], '#35142a'),
  set(['#2b4ea2', '#cc5833', '#20302a'], ['#97b4ff', '#ff9f7f', '#c5d3c8'], '#162550'),
  set(['#5b4b8a', '#9a7615', '#2a2a2a'], ['#bdaaf4', '#e8ca5c', '#dad6ce'], '#2a2148'),
  set(['#8c3b1f', '#1f7a82', '#23303a'], ['#f29b76', '#73d0d8', '#becad3'], '#39190f'),
  set(['#1b2f8f', '#db4a74', '#0f1d2e'], ['#9cadff', '#ff95b3', '#ccd6e8'], '#141b4c'),
  set(['#3f6b1c', '#8f780a', '#2b2b1a'], ['#aeda6e', '#f2e06a', '#dcdabb'], '#1d2c12'),
  set(['#1a1a1a', '#c8281e', '#6f655a'], ['#eeece4', '#ff7668', '#bab1a3'], '#211c1a'),
  set(['#0d5666', '#d0533a', '#652e4d'], ['#71cadb', '#ff9f89', '#dda4c7'], '#0a2e39'),
  set(['#6b4423', '#2f76aa', '#2e2a26'], ['#dfb286', '#8ac8f2', '#d3cbbf'], '#2f2013'),
] as const

/** Mixes `share` of the second colour into the first; colours are `#rrggbb`. */
export function mix(first: string, second: string, share: number): string {
  const channel = (colour: string, at: number) =>
    Number.parseInt(colour.slice(at, at + 2), 16)
  const mixed = [1, 3, 5].map((at) =>
    Math.round(channel(first, at) * (1 - share) + channel(second, at) * share)
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${mixed.join('')}`
}
