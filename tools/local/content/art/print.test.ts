import { expect, test } from 'vitest'
import { works } from '../works.ts'
import { type ArtStyle, drawCover, drawPrint } from './print.ts'
import { scenes } from './scenes.ts'

const SIDE = 100
// Safe: the keys of `scenes` are what a style names.
const names = Object.keys(scenes) as ArtStyle['scene'][]

test.each(names)(
  '%s is drawn the same each time, and otherwise for each token',
  (scene) => {
    const style: ArtStyle = { scene, inks: [0, 5], grounds: ['paper', 'deep'] }
    const first = drawPrint('Quiet Shore', style, 1, SIDE)
    expect(drawPrint('Quiet Shore', style, 1, SIDE)).toEqual(first)
    const others = [2, 3, 4].map((number) =>
      drawPrint('Quiet Shore', style, number, SIDE),
    )
    expect(new Set([first, ...others].map(({ svg }) => svg)).size).toBe(4)
    for (const { svg, traits } of [first, ...others]) {
      expect(svg).not.toMatch(/NaN|undefined|Infinity/)
      expect(Object.keys(traits)).toEqual(Object.keys(first.traits))
      for (const value of Object.values(traits)) expect(value).not.toBe('')
    }
    expect(drawCover('Quiet Shore', style, 300)).not.toMatch(/NaN|undefined/)
  },
)

test('half of the example collections are dark or fill the sheet', () => {
  const styles = works.flatMap(({ art }) => art ?? [])
  const full = styles.filter(
    ({ grounds, hasMargin }) => !hasMargin || grounds[0] === 'deep',
  )
  expect(full.length).toBeGreaterThan(works.length / 2)
})
