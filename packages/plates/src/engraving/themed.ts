import { bothThemes } from '../both-themes.ts'
import { cardPaper, type EngravingInk, engravingInks } from './inks.ts'
import type { Colours } from './strokes.ts'

export type EngravingTheme = 'light' | 'dark' | 'system'

/** Draws in the colours of a theme; `system` has those of both and shows what fits the page. */
export function drawThemed(
  name: EngravingInk,
  theme: EngravingTheme,
  draw: (colours: Colours) => string,
): string {
  const ink = engravingInks[name]
  const inTheme = (one: 'light' | 'dark') =>
    draw({ ink: ink[one], paper: cardPaper[one] })
  if (theme !== 'system') return inTheme(theme)
  return bothThemes(inTheme('light'), inTheme('dark'))
}
