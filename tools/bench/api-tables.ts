import { quantile } from './api-gates.ts'
import type { Touched } from './api-pages.ts'
import type { BenchRequest } from './api-requests.ts'
import type { Timed } from './api-times.ts'

/** Pages and rows of every request at every size. */
export function tellPages(
  sizes: number[],
  requests: BenchRequest[],
  sized: Touched[][],
): void {
  console.log(
    '\nAt most 6 pages a row, of fewer than 6 rows 36 in all; 200 where 10,000 rows are passed\nover, 500 for a search.',
  )
  console.log(line('Pages touched (rows returned)', sizes.map(String)))
  for (const { name } of requests) {
    const found = sized.map((touched) =>
      touched.find(({ request }) => request.name === name),
    )
    if (found.every((one) => one === undefined)) continue
    console.log(
      line(
        name,
        found.map((one) => (one ? `${one.pages} (${one.rows})` : 'none')),
      ),
    )
  }
}

/** What the statements of a request did. */
export function tellStatements(size: number, { request, ran }: Touched): void {
  console.log(`\n${request.name}, of ${size}: ${request.url}`)
  for (const { text, pages, scans } of ran) {
    const words = text.replace(/\s+/g, ' ').trim()
    console.log(`  ${pages} pages: ${words.slice(0, 110)} [${counted(scans)}]`)
  }
}

/** Milliseconds of every request at every size. */
export function tellTimes(sizes: number[], timed: Timed[]): void {
  console.log(
    '\nAmong the most at most twice as long, or 2 ms longer, as among the fewest that answer as\nmany rows, one time in a hundred and in the median; a search five times, one time in a hundred.',
  )
  console.log(line('Milliseconds, median / p99', sizes.map(String)))
  for (const { request, times } of timed) {
    const figures = times.map((some) =>
      [0.5, 0.99].map((share) => quantile(some, share).toFixed(2)).join(' / '),
    )
    console.log(line(request.name, figures))
  }
}

function line(name: string, figures: string[]): string {
  return [name.padEnd(58), ...figures.map((figure) => figure.padStart(16))].join(' ')
}

function counted(scans: string[]): string {
  return [...new Set(scans)].join(', ')
}
