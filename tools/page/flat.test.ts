import { expect, test } from 'vitest'
import { type Sample, whatGrew } from './flat.ts'

const visit = (sampleAt: (part: number) => Partial<Sample>) =>
  Array.from({ length: 20 }, (_, place) => ({
    heapBytes: 8_000_000,
    nodes: 900,
    listeners: 60,
    timers: 4,
    ...sampleAt(place / 19),
  }))

test('a page that holds the same all the time grew in nothing', () => {
  expect(whatGrew(visit(() => ({})))).toEqual([])
})

test('a peak in between is no growth', () => {
  const samples = visit((part) => (part > 0.4 && part < 0.5 ? { heapBytes: 9e7 } : {}))
  expect(whatGrew(samples)).toEqual([])
})

test('each thing that grows is named', () => {
  const samples = visit((part) => ({
    heapBytes: 8_000_000 * (1 + part),
    nodes: 900 + 900 * part,
    listeners: 60 + Math.round(40 * part),
    timers: 4 + Math.round(10 * part),
  }))
  expect(whatGrew(samples).map((line) => line.split(' ')[0])).toEqual([
    'heapBytes',
    'nodes',
    'listeners',
    'timers',
  ])
})

test('what is loaded once at the beginning is no growth', () => {
  const samples = visit((part) => (part < 0.04 ? { heapBytes: 2e6, listeners: 30 } : {}))
  expect(whatGrew(samples)).toEqual([])
})

test('what comes and goes in every round is no growth, and what stays of each is', () => {
  const at = (place: number) => ({ listeners: 60 + ([40, 0, 20, 60][place % 4] ?? 0) })
  const samples = visit((part) => at(Math.round(part * 19)))
  expect(whatGrew(samples, 4)).toEqual([])
  const growing = samples.map((sample, place) => ({
    ...sample,
    listeners: sample.listeners + Math.floor(place / 4) * 4,
  }))
  expect(whatGrew(growing, 4)).toEqual(['listeners grew from 104 to 116'])
})

test('what grows in each stay and ends with it is told', () => {
  const samples = visit((part) => ({ listeners: 60 + (Math.round(part * 19) % 5) * 10 }))
  expect(whatGrew(samples, 5)).toEqual(['listeners grew from 70 to 90 in each stay'])
})

test('what could not be measured has grown', () => {
  const samples = visit(() => ({ listeners: Number.NaN }))
  expect(whatGrew(samples)).toEqual(['listeners grew from NaN to NaN'])
})

test('too short a visit is no proof', () => {
  expect(() => whatGrew(visit(() => ({})).slice(0, 3))).toThrow('tell nothing')
})
