import { motifs } from './medal-motifs.ts'
import {
  type Colours,
  circle,
  hatching,
  type MotifPart,
  motif,
  star,
  stroke,
  swellingLines,
  ticks,
  wavyRing,
} from './strokes.ts'
import { drawThemed, type EngravingTheme } from './themed.ts'

/** Rank of a medal: edge and rim differ as well as the ink. */
export type MedalTier = 'bronze' | 'silver' | 'gold'

const CENTRE = 60

/**
 * Draws the medal of an achievement as SVG text of 120 by 120; an achievement without a motif of
 * its own has a star. A locked one is an outline.
 */
export function medal(
  id: string,
  { tier, isLocked }: { tier: MedalTier; isLocked: boolean },
  theme: EngravingTheme = 'light',
): string {
  const parts: readonly MotifPart[] = motifs[id] ?? plainMotif
  return drawThemed(isLocked ? 'blind' : tier, theme, (colours) => {
    const drawn = isLocked
      ? drawLocked(parts, tier, colours)
      : drawClaimed(parts, { id, tier }, colours)
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120">${drawn}</svg>`
  })
}

const plainMotif: readonly MotifPart[] = [
  ['paper', star(CENTRE, CENTRE, 32, 14, 5)],
  ['hatched', star(CENTRE, CENTRE, 20, 9, 5)],
]

const edges: Record<MedalTier, string> = {
  bronze: circle(CENTRE, CENTRE, 58),
  silver: wavyRing(CENTRE, CENTRE, 56.5, 2, 32),
  gold: star(CENTRE, CENTRE, 59, 53.5, 36),
}

function drawLocked(
  parts: readonly MotifPart[],
  tier: MedalTier,
  { ink, paper }: Colours,
): string {
  const joins = ' stroke-linejoin="round" stroke-linecap="round"'
  const drawn = parts.map(([look, path]) => {
    const fill = look === 'line' ? 'none' : paper
    return `<path d="${path}" fill="${fill}" stroke="${ink}" stroke-width="1.25"${joins}/>`
  })
  return [
    stroke(edges[tier], ink, 1),
    stroke(circle(CENTRE, CENTRE, 46), ink, 1, ' stroke-dasharray="2 3"'),
    ...drawn,
  ].join('')
}

function drawClaimed(
  parts: readonly MotifPart[],
  { id, tier }: { id: string; tier: MedalTier },
  colours: Colours,
): string {
  const { ink, paper } = colours
  const hatch = `hatch-${id}`
  const isBronze = tier === 'bronze'
  return [
    `<defs>${hatching(hatch, 2.6, 1.15, ink)}</defs>`,
    `<path d="${edges[tier]}" fill="${paper}" stroke="${ink}" stroke-width="1.4"/>`,
    rims[tier](ink),
    stroke(circle(CENTRE, CENTRE, isBronze ? 47.5 : 44), ink, 1),
    swellingLines(
      { x: CENTRE, y: CENTRE, radius: isBronze ? 46 : 42.6 },
      { step: 2.5, angle: 0, thin: 0.25, thick: 1.25 },
      ink,
    ),
    motif(parts, { ...colours, hatch, width: 1.7, halo: 5 }),
  ].join('')
}

const rims: Record<MedalTier, (ink: string) => string> = {
  bronze: (ink) => ticks({ near: 50, far: 56, count: 60, thin: 0.6, thick: 1.7 }, ink),
  silver: (ink) =>
    ticks({ near: 49, far: 53.5, count: 84, thin: 0.5, thick: 1.5 }, ink) +
    stroke(circle(CENTRE, CENTRE, 46.5), ink, 0.8, ' stroke-dasharray="1.5 1.5"'),
  gold: (ink) =>
    ticks({ near: 48.5, far: 53, count: 120, thin: 0.5, thick: 1.5 }, ink) +
    stroke(wavyRing(CENTRE, CENTRE, 46.2, 1.4, 40), ink, 0.6) +
    stroke(wavyRing(CENTRE, CENTRE, 46.2, -1.4, 40), ink, 0.6),
}
