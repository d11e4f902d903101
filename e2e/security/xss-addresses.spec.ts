import { listCollections } from '@platemark/api/collections'
import { connectApi } from '../../tools/local/api.ts'
import { drawn } from '../fixtures/extent.ts'
import { expect, test } from '../fixtures/stack.ts'
import { type Visit, visitor } from './xss-pages.ts'
import { bundled, held, payloads, sample } from './xss-payloads.ts'
import { countByKind, newTally } from './xss-watch.ts'

test.beforeEach(({ faults }) => {
  test.setTimeout(300_000)
  // An invalid URL returns an error, which the browser logs to the console.
  faults.allow(/^console: Failed to load resource: .* status of (400|404|422)/)
})

test("runs nothing contained in a page's URL", async ({ context, stack }) => {
  const tally = newTally()
  const visits = visitor(context, stack.url, tally)
  const { collection, creator } = await someCollection(stack.url)
  const pages = drawn(
    [
      ['launchpad', '/', 'chain', 'tab', 'ref', 'q'],
      ['list', '/collections', 'chain', 'creator', 'search', 'sort_by', 'page'],
      ['collection', collection, 'token', 'tab', 'ref', 'chain'],
      ['collector', creator, 'tab', 'chain', 'cursor', 'ref'],
      ['about', '/about', 'tab', 'chain', 'ref', 'q'],
      ['academy', '/academy', 'q', 'level', 'tag', 'open'],
      ['glossary', '/academy/glossary', 'q', 'tab', 'ref', 'chain'],
      ['settings', '/settings', 'tab', 'chain', 'ref', 'q'],
      ['api docs', '/api/docs', 'tab', 'chain', 'url', 'q'],
      ['not found', '/nothing', 'tab', 'chain', 'ref', 'q'],
    ],
    2,
  )
  for (const [kind = '', path = '', ...names] of pages) {
    await visits(withParameters(kind, path, names, bundled(payloads, 850), 1))
    await visits(withParameters(kind, path, names, sample, names.length))
  }
  await visits(bundled(payloads, 850).flatMap(asPaths))

  for (const [kind = '', , ...names] of pages) {
    // The fragment counts too.
    expect(tally.opened[kind]?.length, kind).toBeGreaterThan(
      payloads.length * (names.length + 1),
    )
  }
  const all = payloads.length
  const expected = Object.fromEntries(pages.map(([kind]) => [kind, all]))
  expect(countByKind(tally.opened)).toEqual({ ...expected, path: all })
  expect(tally).toMatchObject({ missing: [], wrong: [], dialogs: [] })
})

test('repeats the search text as text', { tag: '@soak' }, async ({ context, stack }) => {
  const tally = newTally()
  const visits = visitor(context, stack.url, tally)
  await visits(
    bundled(payloads, 64).map((text) => ({
      kind: 'search',
      path: `/collections?search=${encodeURIComponent(text)}`,
      texts: [`Nothing matches “${text}”`],
    })),
  )
  expect(tally).toMatchObject({ missing: [], wrong: [], dialogs: [] })
  const shown = new Set(tally.seen.search?.flatMap(held))
  expect(shown.size).toBeGreaterThan(payloads.length * 0.8)
})

/**
 * Returns the page with a text in each parameter and in the fragment; each visit advances
 * by `step` texts.
 */
function withParameters(
  kind: string,
  path: string,
  names: string[],
  texts: string[],
  step: number,
): Visit[] {
  const visits: Visit[] = []
  for (let place = 0; place < texts.length; place += step) {
    const value = (at: number) => texts[(place + at) % texts.length] ?? ''
    const query = new URLSearchParams(names.map((name, at) => [name, value(at)]))
    visits.push({
      kind,
      path: `${path}?${query}#${encodeURIComponent(value(0))}`,
    })
  }
  return visits
}

/** Returns paths with the text in every segment. */
function asPaths(text: string): Visit[] {
  const part = encodeURIComponent(text)
  return [
    `/${part}`,
    `/collection/${part}/x`,
    `/collection/local/${part}`,
    `/collector/${part}`,
  ].map((path) => ({ kind: 'path', path }))
}

async function someCollection(
  url: string,
): Promise<{ collection: string; creator: string }> {
  const [card] = await connectApi(url).call(listCollections, { query: {} })
  if (!card) throw new Error('There is no collection.')
  return {
    collection: `/collection/${card.chain_alias}/${card.contract_address}`,
    creator: `/collector/${card.creator.address}`,
  }
}
