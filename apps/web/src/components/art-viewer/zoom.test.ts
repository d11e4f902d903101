import { expect, test } from 'vitest'
import { fitSize, stepZoom } from './zoom.ts'

test('a zoom goes from step to step and stays at its ends', () => {
  expect(stepZoom(1, 1)).toBe(1.5)
  expect(stepZoom(4, -1)).toBe(3)
  expect(stepZoom(8, 1)).toBe(8)
  expect(stepZoom(1, -1)).toBe(1)
})

test('a picture fits its stage whole, small ones too', () => {
  const stage = { width: 1200, height: 600 }
  expect(fitSize({ width: 768, height: 768 }, stage)).toEqual({ width: 600, height: 600 })
  expect(fitSize({ width: 3000, height: 500 }, stage)).toEqual({
    width: 1200,
    height: 200,
  })
  expect(fitSize({ width: 16, height: 16 }, stage)).toEqual({ width: 600, height: 600 })
})
