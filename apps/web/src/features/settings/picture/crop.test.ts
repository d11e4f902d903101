import { describe, expect, test } from 'vitest'
import { cropSide, moved, outputSide, startingCrop, zoomed } from './crop.ts'

const wide = { width: 1200, height: 800 }

describe('the square of a picture', () => {
  test('begins as the largest in the middle', () => {
    const crop = startingCrop(wide)
    expect(crop).toEqual({ x: 600, y: 400, zoom: 1 })
    expect(cropSide(wide, crop)).toBe(800)
  })

  test('moves by shares of its side and stays on the picture', () => {
    const crop = startingCrop(wide)
    expect(moved(wide, crop, 0.1, 0.1)).toEqual({ x: 680, y: 400, zoom: 1 })
    expect(moved(wide, crop, 9, 9)).toEqual({ x: 800, y: 400, zoom: 1 })
    expect(moved(wide, crop, -9, -9)).toEqual({ x: 400, y: 400, zoom: 1 })
  })

  test('grows and shrinks around its middle, between once and three times', () => {
    const crop = zoomed(wide, startingCrop(wide), 2)
    expect(crop).toEqual({ x: 600, y: 400, zoom: 2 })
    expect(cropSide(wide, crop)).toBe(400)
    expect(zoomed(wide, crop, 9).zoom).toBe(3)
    expect(zoomed(wide, crop, 0).zoom).toBe(1)
  })

  test('is pushed back onto the picture when it grows at the edge', () => {
    const corner = moved(wide, zoomed(wide, startingCrop(wide), 2), 9, 9)
    expect(corner).toEqual({ x: 1000, y: 600, zoom: 2 })
    expect(zoomed(wide, corner, 1)).toEqual({ x: 800, y: 400, zoom: 1 })
  })

  test('comes back to a bound after many small steps', () => {
    let crop = startingCrop(wide)
    for (let step = 0; step < 13; step += 1) crop = zoomed(wide, crop, crop.zoom + 0.1)
    expect(crop.zoom).toBe(2.3)
  })

  test('is uploaded with the pixels it has, within 512 and 1024', () => {
    const upload = (side: number) => {
      const picture = { width: side, height: side }
      return outputSide(picture, startingCrop(picture))
    }
    expect([100, 700, 4000].map(upload)).toEqual([512, 700, 1024])
  })
})
