import { describe, expect, test } from 'vitest'
import { emblem, emblemKeys } from './emblem.ts'
import { type MedalTier, medal } from './medal.ts'
import { motifs } from './medal-motifs.ts'
import { findNetworkLook, networkMark } from './network-mark.ts'
import { markInks } from './network-shapes.ts'
import { type Letters, type Postmark, postmark } from './postmark.ts'

/** A square for each character, as wide as it is high. */
const letters: Letters = (character, size) => ({
  path: character === ' ' ? '' : `M0 0h${size}v${-size}z`,
  advance: size,
})

const mark: Postmark = {
  alias: 'optimism',
  name: 'OP Mainnet',
  issuer: 'Printworks',
  day: '2026-02-02',
}

const stamped = (changes: Partial<Postmark>) => postmark({ ...mark, ...changes }, letters)

const glyphs = (svg: string) => svg.match(/<g transform="[^"]*translate\(/g)?.length ?? 0

describe('an emblem', () => {
  test('of each guild has its own silhouette and fits the bounds of a cached picture', () => {
    const drawn = emblemKeys.map((key) => emblem(key))
    const outlines = drawn.map(
      (svg) => /clipPath id="[^"]*"><path d="([^"]*)"/.exec(svg)?.[1],
    )
    expect(new Set(outlines).size).toBe(emblemKeys.length)
    for (const svg of drawn) {
      expect(svg).toMatch(/^<svg .*<\/svg>$/)
      expect(svg).not.toMatch(/NaN|undefined/)
      expect(svg.length).toBeLessThan(64_000)
    }
  })

  test('shows the inks of the theme of the page', () => {
    expect(emblem('burin')).toContain('#8c3b1f')
    expect(emblem('burin', 'dark')).toContain('#e39a78')
    expect(emblem('burin', 'system')).toMatch(/prefers-color-scheme:dark.*#e39a78/)
  })
})

describe('a medal', () => {
  const draw = (id: string, tier: MedalTier = 'bronze', isLocked = false) =>
    medal(id, { tier, isLocked })

  test('of each achievement is its own drawing, and a locked one is an outline', () => {
    const drawn = Object.keys(motifs).map((id) => draw(id))
    expect(new Set(drawn).size).toBe(20)
    for (const svg of [...drawn, draw('of_a_later_file')]) {
      expect(svg).toMatch(/^<svg .*<\/svg>$/)
      expect(svg).not.toMatch(/NaN|undefined/)
      expect(svg.length).toBeLessThan(32_000)
    }
    expect(draw('welcome', 'bronze', true)).not.toContain('url(#')
  })

  test('has another edge, rim and ink in each tier', () => {
    const edges = (['bronze', 'silver', 'gold'] as const).map(
      (tier) => /<path d="([^"]*)"/.exec(draw('welcome', tier))?.[1],
    )
    expect(new Set(edges).size).toBe(3)
    expect(draw('welcome', 'gold')).toContain('#866300')
  })
})

describe('a postmark', () => {
  test('has the name, the initials, the day and the issuer, without spaces that are drawn', () => {
    const rims = [...'OP MAINNET', ...'PRINTWORKS']
    const middle = [...'OP', ...'2 FEB 26']
    expect(glyphs(stamped({}))).toBe(rims.length + middle.length)
  })

  test('is dashed and has no day while its block is not final', () => {
    const pending = stamped({ day: null })
    expect(pending).toContain('stroke-dasharray="5 4"')
    expect(glyphs(pending)).toBe([...'OP MAINNET', ...'NOT FINAL YET', ...'OP'].length)
    expect(stamped({})).not.toContain('stroke-dasharray')
  })

  test('of each drawn network has another ground, and others get one that stays the same', () => {
    const aliases = [
      ...['optimism', 'base', 'unichain', 'ink', 'soneium'],
      ...['mode', 'zora', 'worldchain', 'lisk'],
    ]
    const grounds = aliases.map(
      (alias) => /<g clip-path="[^"]*">(.*?)<\/g>/.exec(stamped({ alias }))?.[1],
    )
    expect(new Set(grounds).size).toBe(aliases.length)
    expect(stamped({ alias: 'local' })).toBe(stamped({ alias: 'local' }))
    expect(stamped({ alias: 'local' })).not.toMatch(/NaN|undefined/)
  })

  test('sets a long name smaller, so that both rims stay apart', () => {
    const turns = (svg: string) =>
      [...svg.matchAll(/rotate\((-?[\d.]+) 80 80\) translate/g)].map((one) =>
        Number(one[1]),
      )
    const upper = turns(stamped({ name: 'A network with a very long name' })).slice(0, 31)
    expect(Math.max(...upper)).toBeLessThanOrEqual(75)
    expect(Math.min(...upper)).toBeGreaterThanOrEqual(-75)
  })
})

describe('the mark of a network', () => {
  test('is small, and the same each time where only an operator knows the network', () => {
    for (const alias of ['base', 'base-sepolia', 'of-an-operator', 'toString']) {
      const svg = networkMark(alias, 'system')
      expect(svg).toBe(networkMark(alias, 'system'))
      expect(svg).toMatch(/^<svg .*<\/svg>$/)
      expect(svg).not.toMatch(/NaN|undefined/)
      expect(svg.length).toBeLessThan(1000)
    }
    expect(findNetworkLook('toString')).toBeUndefined()
  })

  test('has at least 3:1 of contrast on page, card and pressed row of both themes', () => {
    for (const { light, dark } of Object.values(markInks)) {
      for (const ground of ['#f6f5f1', '#ffffff', '#ecebe4'])
        expect(contrast(light, ground)).toBeGreaterThanOrEqual(3)
      for (const ground of ['#0c0f0e', '#141817', '#1b201e'])
        expect(contrast(dark, ground)).toBeGreaterThanOrEqual(3)
    }
  })
})

/** Returns the contrast of two colours after WCAG 2. */
function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
