import { describe, expect, test } from 'vitest'
import { chanceFrom } from './chance.ts'
import { inkSets } from './inks.ts'
import { avatarPlate, plate } from './plate.ts'

const seeds = Array.from({ length: 200 }, (_, i) => address(`plate ${i}`))

/** A mark of each family that no other draws. */
const marks = {
  warpedRules: (svg: string) => /<path d="M-22 [^"]*L122 /.test(svg),
  blocks: (svg: string) => /stroke-width="0.55"\/><path d="M[^"]*v[\d.]+M/.test(svg),
  hills: (svg: string) => svg.includes('L104 104L-4 104z'),
  spheres: (svg: string) => /H140|M0 [\d.]+H100M/.test(svg),
  wanderingRings: (svg: string) =>
    /A(\d+\.?\d*) \1 0 0 1 [^"]*"/.test(svg) && svg.includes('rotate'),
  halftone: (svg: string) => svg.includes('h0M'),
  islands: (svg: string) => /fill="#\w{6}" stroke="#\w{6}" stroke-width="1.2"/.test(svg),
  guilloche: (svg: string) => /stroke-width="0.4[25]"/.test(svg) && svg.includes('z"'),
  weave: (svg: string) => svg.includes('stroke-linecap="butt"'),
  arcs: (svg: string) => /A(\d+\.?\d*) \1 0 0 0/.test(svg) && !svg.includes('rotate'),
}

describe('plate', () => {
  test('draws the same seed the same way every time, and letter case does not matter', () => {
    for (const seed of seeds.slice(0, 20)) {
      expect(plate(seed)).toBe(plate(seed))
      expect(plate(seed.toUpperCase().replace('0X', '0x'))).toBe(plate(seed))
    }
  })

  test('draws this very picture for this very seed, release after release', () => {
    const drawn = seeds.map((seed) => plate(seed) + plate(seed, { theme: 'dark' }))
    expect(address(drawn.join(''))).toMatchInlineSnapshot(
      `"0x250c37f2c2f2906c5f8e57fe5214c4dd803a908e"`,
    )
  })

  test('draws different pictures for one address on two networks', () => {
    const [seed = ''] = seeds
    const pictures = [seed, `local-${seed}`, `local-two-${seed}`].map((s) => plate(s))
    expect(new Set(pictures).size).toBe(3)
  })

  test.each(['', 'draft', '0x', '9c1f4b0e-55a8-4f0e-9d2a-0c53a5b7a111', '☃', '<&">'])(
    'draws something for the seed %j',
    (seed) => {
      expect(plate(seed)).toMatch(/^<svg .*<\/svg>$/)
      expect(plate(seed)).not.toContain('NaN')
    },
  )

  test.each(Object.entries(marks))('reaches the family of %s', (_, isDrawn) => {
    expect(seeds.some((seed) => isDrawn(plate(seed)))).toBe(true)
  })

  test('reaches every ink set and both themes', () => {
    const light = seeds.map((seed) => plate(seed)).join()
    const dark = seeds.map((seed) => plate(seed, { theme: 'dark' })).join()
    for (const set of inkSets) {
      expect(light).toContain(set.onLight[0])
      expect(dark).toContain(set.onDark[0])
    }
  })

  test('stays below 64 KiB, and 16 kB on average', () => {
    const sizes = seeds.map((seed) => plate(seed).length)
    expect(Math.max(...sizes)).toBeLessThan(65_536)
    expect(sizes.reduce((sum, size) => sum + size, 0) / sizes.length).toBeLessThan(16_000)
  })

  test('is well-formed XML of paths and groups, without script, id or reference', () => {
    for (const seed of seeds) {
      for (const theme of ['light', 'dark'] as const) {
        const svg = plate(seed, { theme })
        expect(unclosed(svg)).toEqual([])
        expect(svg).toMatch(/^[ -~]*$/)
        expect(svg).not.toMatch(
          /NaN|Infinity|undefined|script|href|url\(| id=| on\w+=|style/,
        )
      }
    }
  })

  test('holds both themes in one drawing, and no other colour', () => {
    for (const seed of seeds) {
      const both = plate(seed, { theme: 'system' })
      const [style = ''] = /<style>.*<\/style>/.exec(both) ?? []
      const [light = '', dark = ''] = style.split('@media')
      const inked = (inks: string) =>
        both.replace(style, '').replace(/var\((--ink-\d+)\)/g, (_, name) => {
          return new RegExp(`${name}:(#[0-9a-f]{6})`).exec(inks)?.[1] ?? ''
        })
      expect(inked(light)).toBe(plate(seed))
      expect(inked(dark)).toBe(plate(seed, { theme: 'dark' }))
    }
  })

  test('takes its size from the options', () => {
    expect(plate('0x', { size: 384 })).toContain('width="384" height="384"')
  })
})

describe('avatarPlate', () => {
  test('shows the middle of the same plate', () => {
    const [seed = ''] = seeds
    const body = (svg: string) => svg.slice(svg.indexOf('>'))
    expect(body(avatarPlate(seed))).toBe(body(plate(seed)))
    expect(avatarPlate(seed)).toContain('viewBox="16.67 16.67 66.66 66.66"')
  })
})

/** Elements left open, and anything that is neither an element nor an attribute we write. */
function unclosed(svg: string): string[] {
  const open: string[] = []
  const rest = svg.replace(
    /<(\/?)(svg|g|path)((?: [\w-]+="[\w\s.,#:/()-]*")*)(\/?)>/g,
    (_, closes: string, name: string, _attributes: string, isEmpty: string) => {
      if (closes && open.pop() !== name) open.push(`wrong end of ${name}`)
      if (!closes && !isEmpty) open.push(name)
      return ''
    },
  )
  return rest === '' ? open : [...open, rest.slice(0, 80)]
}

/** Returns 160 bits that depend on the whole text, written as an address. */
function address(text: string): string {
  const { below } = chanceFrom(text)
  return `0x${Array.from({ length: 40 }, () => below(16).toString(16)).join('')}`
}
