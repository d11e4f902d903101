import { expect, test } from 'vitest'
import { checkRuns, checkScripts } from './web-budgets.ts'
import type { Run } from './web-visits.ts'

const run = (changes: Partial<Run> = {}): Run => ({
  scores: { performance: 100, accessibility: 100, seo: 100 },
  lcpMs: 1200,
  tbtMs: 20,
  cls: 0.01,
  requests: 55,
  htmlBytes: 15_500,
  pictureBytes: 40_000,
  ...changes,
})
const plain = run({ scores: { performance: 100 }, lcpMs: 1000, tbtMs: 0 })
const listProblems = (ours: Run[], beside = [plain]) =>
  checkRuns('about', 'mobile', ours, beside).problems

test('accepts a page within every budget and prints its figures', () => {
  const { line, problems } = checkRuns('about', 'mobile', [run()], [plain])
  expect(problems).toEqual([])
  expect(line).toContain('LCP 1200 of 1000 ms (1.2 x), TBT 20 ms more, CLS 0.0100')
})

test('compares medians of LCP and TBT with the page without scripts', () => {
  const slow = run({ lcpMs: 1210, tbtMs: 151 })
  expect(listProblems([slow, run(), run()])).toEqual([])
  // The median of two runs is their mean.
  expect(listProblems([run({ lcpMs: 1500 }), run({ lcpMs: 900 })])).toEqual([])
  expect(listProblems([slow, slow, run()])).toEqual([
    'about, mobile, LCP ratio: 1.21, at most 1.2',
    'about, mobile, TBT: 151, at most 150',
  ])
  expect(listProblems([run()], [{ ...plain, lcpMs: 1501 }])).toEqual([
    'about, mobile, LCP without scripts: 1501, at most 1500',
  ])
})

test('checks the best scores, the largest load and the worst layout shift', () => {
  const weak = run({ scores: { performance: 96, accessibility: 92, seo: 100 } })
  expect(listProblems([weak, run()])).toEqual([])
  expect(listProblems([weak])).toEqual([
    'about, mobile, performance: 96, at least 97',
    'about, mobile, accessibility: 92, at least 100',
  ])
  expect(listProblems([run(), run({ cls: 0.011, htmlBytes: 15_501 })])).toEqual([
    'about, mobile, CLS: 0.011, at most 0.01',
    'about, mobile, HTML bytes: 15501, at most 15500',
  ])
  const desktop = checkRuns('about', 'desktop', [run({ requests: 56 })], [plain])
  expect(desktop.problems).toEqual([])
})

test('reports a page that could not be measured', () => {
  expect(listProblems([run({ lcpMs: Number.NaN })])).toEqual([
    'about, mobile, LCP ratio: NaN, at most 1.2',
  ])
  expect(listProblems([])).not.toEqual([])
})

test('reports scripts over their budget, connecting and minting as a whole', () => {
  const sizes = { 'base.js': 117_761, 'desk.js': 41_000, 'other.js': 40_001 }
  const steps = {
    connect: { files: [], bytes: 45_001 },
    mint: { files: ['desk.js'], bytes: 67_000 },
  }
  const chunks = { about: ['base.js'] }
  expect(checkScripts(sizes, { chunks, steps })).toEqual([
    'other.js: 40001, at most 40000',
    'connect and sign: 45001, at most 45000',
  ])
})
