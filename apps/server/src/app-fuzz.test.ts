import { afterAll, beforeAll, expect, test } from 'vitest'
import { collectRoutes, type Route } from '../test/calls.ts'
import { type Fixtures, openFixtures } from '../test/fuzz/fixtures.ts'
import { type FuzzReport, fuzz } from '../test/fuzz/run.ts'
import { firstOr, isSoak, roundsOr, seedOr } from '../test/share.ts'
import { buildWeb } from '../test/web.ts'

/** `npm run soak -- api-fuzz` sends more; a finding names its number and seed. */
const requests = roundsOr(250, 200_000)
const seed = seedOr(1)

let fixtures: Fixtures
let routes: Route[]

beforeAll(async () => {
  routes = await collectRoutes(async () => {
    // The long run renders the real pages, if the web app is built.
    fixtures = await openFixtures({ web_folder: isSoak ? null : buildWeb() })
  })
})
afterAll(() => fixtures.close())

test('no generated request, valid, corrupted or broken HTTP, has a faulty response', {
  timeout: 40_000_000,
}, async () => {
  const report = await fuzz(fixtures, routes, {
    requests,
    seed,
    from: firstOr(0),
    onProgress: (sent, so_far) => {
      if (isSoak && sent % 5000 === 0)
        printProgress(`${sent} of ${requests}: ${inWords(so_far)}`)
    },
  })
  if (isSoak) printProgress(inWords(report))
  expect(report.findings).toEqual([])
  // Shorter runs only check for faults, not for the mix of statuses.
  if (requests < 6000) return
  expect(report.routes.size).toBeGreaterThan(45)
  for (const [route, counts] of report.routes) {
    expect([route, counts.valid >= 6, counts.mutated >= 6, counts.raw >= 3]).toEqual([
      route,
      true,
      true,
      true,
    ])
    const canSucceed = !withoutSuccess.includes(route)
    expect([route, counts.succeeded > 0]).toEqual([route, canSucceed])
  }
  // 403 needs a collection that its owner has not hidden yet: not in every sequence.
  for (const status of [200, 201, 204, 400, 401, 404, 405, 413, 415, 422]) {
    const { valid, mutated } = report.statuses
    expect([status, valid.has(status) || mutated.has(status)]).toEqual([status, true])
  }
})

/** The not-found page, and routes that need a file, a key or a campaign that the fixtures lack. */
const withoutSuccess = [
  'GET /404',
  'GET /api/contract/studio/:contract_id/archive/:ticket.car',
  'GET /api/contract/:chain_alias/:contract_address/art/:root.car',
  'GET /api/contract/studio/:contract_id/exports/:ticket.zip',
  'GET /api/ens/:sender/*',
  'POST /api/ens',
  'GET /api/badges/:digits',
  'GET /soneium-guild-battle',
]

function inWords({ statuses, findings }: FuzzReport): string {
  const kinds = Object.entries(statuses).map(([kind, counts]) => {
    const each = [...counts].toSorted(([one], [other]) => one - other)
    return `${kind} ${each.map(([status, count]) => `${status}: ${count}`).join(', ')}`
  })
  return [...kinds, `${findings.length} findings`].join('; ')
}

function printProgress(text: string): void {
  process.stdout.write(`${text}\n`)
}
