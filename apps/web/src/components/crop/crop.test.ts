import { describe, expect, test } from 'vitest'
import { type Crop, cropSize, moved, startingCrop, zoomed } from './crop.ts'

const wide = { width: 1200, height: 800 }

const move = (crop: Crop, right: number, down: number) =>
  moved(wide, crop, { right, down, aspect: 1 })

describe('the crop of a picture', () => {
  test('begins as the largest in the middle', () => {
    const crop = startingCrop(wide)
    expect(crop).toEqual({ x: 600, y: 400, zoom: 1 })
    expect(cropSize(wide, crop, 1)).toEqual({ width: 800, height: 800 })
  })

  test('moves by shares of its side and stays on the picture', () => {
    const crop = startingCrop(wide)
    expect(move(crop, 0.1, 0.1)).toEqual({ x: 680, y: 400, zoom: 1 })
    expect(move(crop, 9, 9)).toEqual({ x: 800, y: 400, zoom: 1 })
    expect(move(crop, -9, -9)).toEqual({ x: 400, y: 400, zoom: 1 })
  })

  test('grows and shrinks around its middle, between once and three times', () => {
    const crop = zoomed(wide, startingCrop(wide), 2, 1)
    expect(crop).toEqual({ x: 600, y: 400, zoom: 2 })
    expect(cropSize(wide, crop, 1).width).toBe(400)
    expect(zoomed(wide, crop, 9, 1).zoom).toBe(3)
    expect(zoomed(wide, crop, 0, 1).zoom).toBe(1)
  })

  test('is pushed back onto the picture when it grows at the edge', () => {
    const corner = move(zoomed(wide, startingCrop(wide), 2, 1), 9, 9)
    expect(corner).toEqual({ x: 1000, y: 600, zoom: 2 })
    expect(zoomed(wide, corner, 1, 1)).toEqual({ x: 800, y: 400, zoom: 1 })
  })

  test('comes back to a bound after many small steps', () => {
    let crop = startingCrop(wide)
    for (let step = 0; step < 13; step += 1) crop = zoomed(wide, crop, crop.zoom + 0.1, 1)
    expect(crop.zoom).toBe(2.3)
  })

  test('has the aspect that is wanted, and moves by shares of both sides', () => {
    const crop = startingCrop(wide)
    expect(cropSize(wide, crop, 2.5)).toEqual({ width: 1200, height: 480 })
    const lower = moved(wide, crop, { right: 0.5, down: 0.25, aspect: 2.5 })
    expect(lower).toEqual({ x: 600, y: 520, zoom: 1 })
  })
})
