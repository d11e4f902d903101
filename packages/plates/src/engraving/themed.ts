import { bothThemes } from '../both-themes.ts'
import { cardPaper, type EngravingInk, engravingInks, type Ink } from './inks.ts'
import type { Colours } from './strokes.ts'

export type EngravingTheme = 'light' | 'dark' | 'system'

/** Draws in the colours of a theme; `system` has those of both and shows what fits the page. */
export function drawThemed(
  name: EngravingInk,
  theme: EngravingTheme,
  draw: (colours: Colours) => string,
): string {
  return drawInInk(engravingInks[name], theme, draw)
}

/** Draws like `drawThemed` in an ink of its own. */
export function drawInInk(
  ink: Ink,
  theme: EngravingTheme,
  draw: (colours: Colours) => string,
): string {
  const inTheme = (one: 'light' | 'dark') =>
    draw({ ink: ink[one], paper: cardPaper[one] })
  if (theme !== 'system') return inTheme(theme)
  return bothThemes(inTheme('light'), inTheme('dark'))
}
