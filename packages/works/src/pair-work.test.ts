import { describe, expect, test } from 'vitest'
import { pairWork } from './pair-work.ts'

const pair = (...files: [path: string, format?: string][]) =>
  pairWork(files.map(([path, format]) => ({ path, ...(format && { format }) })))

describe('a work that every token shows', () => {
  test('is one image, or a video with its poster of any name', () => {
    expect(pair(['a.png'])).toEqual({ image: { path: 'a.png' }, animation: null })
    expect(pair(['b.png', 'png'], ['a.bin', 'webm'])).toMatchObject({
      ...{ image: { path: 'b.png' }, animation: { path: 'a.bin' } },
    })
  })

  test.each([
    [
      'a video alone',
      [['tide.mp4']],
      /^tide.mp4 is a video and needs an image .*tide.png.$/,
    ],
    ['two images', [['a.png'], ['b.png']], /^Choose one image, or one video/],
    ['two videos', [['a.mp4'], ['b.mp4']], /^Choose one image, or one video/],
    ['another file', [['a.png'], ['a.csv']], /^Choose one image, or one video/],
    ['two videos with an image', [['a.mp4'], ['b.mp4'], ['a.png']], /^Choose one image/],
    ['no file', [], /^Choose one image/],
  ] as [string, [string][], RegExp][])('is not %s', (_, files, sentence) => {
    expect(pair(...files)).toMatch(sentence)
  })
})
