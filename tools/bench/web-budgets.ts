import type { Preset, Run } from './web-visits.ts'

// Budgets of a phone's visit.
const MAX_HTML_BYTES = 15_500
/** The page of a collection has its phases and the first of its lower half. */
const MAX_COLLECTION_HTML_BYTES = 17_000
/**
 * A lesson is longer: of its 18 kB, 8 are styles of the first paint and 4 to 5 its text; nothing is sent
 * twice. It is shown from its beginning.
 */
const MAX_TEXT_HTML_BYTES = 20_000
const textPages = ['academy_detail']
const MAX_PICTURE_BYTES = 40_000
/** Its art fills the width of a phone. */
const MAX_ART_BYTES = 140_000
const MAX_REQUESTS = 55

// Budgets of the scripts in the build, in compressed bytes; that of first views is in apps/web.
// The wizard and the signer of session keys, both loaded on use, are the largest.
const MAX_CHUNK_BYTES = 40_000
const MAX_CONNECT_BYTES = 45_000
const MAX_MINT_BYTES = 67_000

// Speed is compared with the same page without scripts, in the same run.
const MAX_LCP_RATIO = 1.2
const MAX_PLAIN_LCP_MS = 1500
const MAX_TBT_MS = 150
const MAX_LOST_POINTS = 3
const MAX_CLS = 0.01

/** Scripts of a build by the manifest `shell.json`: those of each first view and of later steps. */
export type Shell = {
  chunks: Record<string, string[]>
  steps: Record<'connect' | 'mint', { files: string[]; bytes: number }>
}

/** Returns a sentence for every script over its budget; `sizes` are bytes by path. */
export function checkScripts(sizes: Record<string, number>, shell: Shell): string[] {
  const { connect, mint } = shell.steps
  const firsts = Object.values(shell.chunks).flat()
  const known = [...firsts, ...connect.files, ...mint.files]
  const others = Object.entries(sizes).filter(([file]) => !known.includes(file))
  return [
    ...others.flatMap(([file, bytes]) => over(file, bytes, MAX_CHUNK_BYTES)),
    ...over('connect and sign', connect.bytes, MAX_CONNECT_BYTES),
    ...over('mint', mint.bytes, MAX_MINT_BYTES),
  ]
}

/** Compares the runs of a page with its budgets and with runs of the page without scripts. */
export function checkRuns(page: string, preset: Preset, ours: Run[], plain: Run[]) {
  const title = `${page}, ${preset}`
  const lcp = median(ours.map(({ lcpMs }) => lcpMs))
  const plainLcp = median(plain.map(({ lcpMs }) => lcpMs))
  const ratio = Number((lcp / plainLcp).toFixed(2))
  const tbt =
    median(ours.map(({ tbtMs }) => tbtMs)) - median(plain.map((run) => run.tbtMs))
  const { performance = 0, ...others } = maxScores(ours)
  const { performance: plainPerformance = 100 } = maxScores(plain)
  const most = (name: 'cls' | 'htmlBytes' | 'pictureBytes' | 'requests') =>
    Math.max(...ours.map((run) => run[name]))
  const facts = [
    `LCP ${Math.round(lcp)} of ${Math.round(plainLcp)} ms (${ratio} x)`,
    `TBT ${Math.round(tbt)} ms more`,
    `CLS ${most('cls').toFixed(4)}`,
    `performance ${performance} of ${plainPerformance}`,
    ...Object.entries(others).map(([name, score]) => `${name} ${score}`),
    `HTML ${most('htmlBytes')} bytes`,
    `heaviest picture ${most('pictureBytes')}`,
    `${most('requests')} requests`,
  ]
  const below = (name: string, score: number, least: number) =>
    score >= least ? [] : [`${title}, ${name}: ${score}, at least ${least}`]
  const load = [
    ...over(`${title}, HTML bytes`, most('htmlBytes'), maxHtmlBytes(page)),
    ...over(
      `${title}, picture bytes`,
      most('pictureBytes'),
      page === 'collection' ? MAX_ART_BYTES : MAX_PICTURE_BYTES,
    ),
    ...over(`${title}, requests`, most('requests'), MAX_REQUESTS),
  ]
  return {
    line: `${title}: ${facts.join(', ')}`,
    problems: [
      ...over(`${title}, LCP ratio`, ratio, MAX_LCP_RATIO),
      ...over(`${title}, LCP without scripts`, plainLcp, MAX_PLAIN_LCP_MS),
      ...over(`${title}, TBT`, tbt, MAX_TBT_MS),
      ...over(`${title}, CLS`, most('cls'), MAX_CLS),
      ...(preset === 'mobile' ? load : []),
      ...below('performance', performance, plainPerformance - MAX_LOST_POINTS),
      ...Object.entries(others).flatMap(([name, score]) => below(name, score, 100)),
    ],
  }
}

function maxHtmlBytes(page: string): number {
  if (textPages.includes(page)) return MAX_TEXT_HTML_BYTES
  return page === 'collection' ? MAX_COLLECTION_HTML_BYTES : MAX_HTML_BYTES
}

/** Returns the highest score of each category among the runs. */
function maxScores(runs: Run[]): Record<string, number> {
  const names = Object.keys(runs[0]?.scores ?? {})
  return Object.fromEntries(
    names.map((name) => [name, Math.max(...runs.map(({ scores }) => scores[name] ?? 0))]),
  )
}

// A value that could not be measured is NaN, which exceeds every budget.
function over(name: string, value: number, limit: number): string[] {
  return value <= limit ? [] : [`${name}: ${value}, at most ${limit}`]
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [low = Number.NaN, high = Number.NaN] = [sorted[middle - 1], sorted[middle]]
  return sorted.length % 2 === 1 ? high : (low + high) / 2
}
