import { listCollections, listNewest, listPromoted } from '@platemark/api/collections'
import { reportCollection } from '@platemark/api/moderation'
import { Problem } from '@platemark/api/problem'
import { updateUser } from '@platemark/api/profile'
import { createDraft, setList } from '@platemark/api/studio'
import type { BrowserContext } from '@playwright/test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { type Api, connectApi, signIn } from '../../tools/local/api.ts'
import { isFull } from '../fixtures/extent.ts'
import { openForeignSite } from '../fixtures/foreign-page.ts'
import { test as base, expect, hydrated } from '../fixtures/stack.ts'
import { openStack, type Stack } from '../fixtures/start-stack.ts'
import {
  type ChainTexts,
  type Made,
  makeDirectly,
  makeInStudio,
  promote,
} from './xss-content.ts'
import { type Visit, visitor } from './xss-pages.ts'
import { bundled, countUpTo, held, invisible, payloads } from './xss-payloads.ts'
import { countByKind, newTally, recordDialogs, type Tally, watch } from './xss-watch.ts'

/**
 * Minimum number of characters of a long description on the server-rendered launchpad.
 */
const MIN_RENDERED_CHARACTERS = 200

/** Separate program, so that lists of other tests do not show these texts. */
const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function names.
  stack: async ({}, use) => {
    const { stack, close } = await openStack(['--empty'])
    await use(stack)
    await close()
  },
})

base(
  'the watch records executed scripts, and elements that no page contains',
  async ({ page, request, faults }) => {
    const answer = await request.get('/')
    const { 'content-security-policy': policy } = answer.headers()
    const planted = `<!doctype html><title>x</title><p>&lt;b&gt; in the text</p>
    <img src=x onerror=alert("opened")><a href="javascript:alert(1)">x</a>
    <form action="//evil.example/"></form><b "x'=1>x</b><script>alert("run")</script>`
    const body = { body: planted, type: 'text/html' }
    for (const [site, isStrict] of [
      [await openForeignSite(() => body), false],
      [await openForeignSite(() => body, policy), true],
    ] as const) {
      faults.allow(new RegExp(`^foreign request: ${site.origin}$`))
      faults.allow(/404/)
      if (isStrict) faults.allow(/policy violation|Content Security Policy/)
      const tally = newTally()
      const violations: string[] = []
      recordDialogs(page, tally)
      page.on('console', (message) => violations.push(message.text()))
      await page.goto(site.origin)
      const texts = ['<b> in the text', 'not there']
      await watch(page, tally, { kind: 'planted', texts, patienceMs: 1000 })

      expect(tally.seen).toEqual({ planted: ['<b> in the text'] })
      expect(tally.missing).toEqual(['/: not there'])
      for (const wrong of [
        'onerror=',
        'javascript:',
        '<form action',
        "x'=",
        'alert("run")',
      ])
        expect(tally.wrong.join('\n')).toContain(wrong)
      const dialogTexts = tally.dialogs.map((text) => text.split(': ')[1])
      expect(dialogTexts.toSorted()).toEqual(isStrict ? [] : ['opened', 'run'])
      const broken = violations.filter((text) => /^policy violation: script/.test(text))
      expect(broken.length > 0).toBe(isStrict)
      page.removeAllListeners('dialog')
      await site.close()
    }
  },
)

base(
  'refuses hostile texts, and shows those of the chain as text',
  async ({ context, stack, faults }) => {
    base.setTimeout(isFull ? 420_000 : 120_000)
    const tally = newTally()
    const api = await signIn(stack.url, privateKeyToAccount(generatePrivateKey()))
    await refuseInApi(api, tally)
    // Collections that their owner has not opened are in no list that other tests read.
    const direct = await makeDirectly(stack, chainTexts())
    const visits = visitor(context, stack.url, tally)
    await visits(direct.map(tokenOf))
    await visits(direct.map(pageOf))
    await visitPanels(context, stack, tally, { direct, faults })

    expect(tally).toMatchObject({ missing: [], wrong: [], dialogs: [] })
    const short = countUpTo(60)
    expect(countByKind(tally.seen)).toEqual({
      ...{ token: short, collection: short, widget: short },
    })
    expect(tally.refused).toBeGreaterThan(25 * (payloads.length + invisible.length))
  },
)

test('refuses hostile texts, or shows them as text wherever a collection is shown', {
  tag: '@soak',
}, async ({ context, stack, faults }) => {
  test.setTimeout(420_000)
  expect(new Set(payloads).size).toBe(isFull ? 200 : 3)
  const tally = newTally()
  const visits = visitor(context, stack.url, tally)

  const api = await signIn(stack.url, privateKeyToAccount(generatePrivateKey()))
  await refuseInApi(api, tally)
  const { direct, studio } = await makeAll(stack)
  await report(api, studio[0])

  await visits(direct.map(tokenOf))
  const described = studio.filter(({ description }) => description !== '')
  await visits(described.map(pageOf))
  await visits(await listsOf(stack, studio))
  await visitLaunchpad(context, stack, tally, described)
  await visitPanels(context, stack, tally, { direct, faults })

  expect(tally).toMatchObject({ missing: [], wrong: [], dialogs: [] })
  // Some of them are longer than a name may be.
  const short = countUpTo(60)
  const named = {
    ...{ token: short, list: short, created: short, activity: short, widget: short },
  }
  const { 'server-rendered launchpad': rendered = 0, ...seen } = countByKind(tally.seen)
  const all = payloads.length
  expect(seen).toEqual({ ...named, collection: all, launchpad: all })
  expect(rendered).toBeGreaterThan(all / 10)
  // Together they contain all of them.
  const { collection: links } = countByKind(tally.links)
  expect(links).toBeGreaterThanOrEqual(bundled(payloads, 110).length)
  expect(tally.refused).toBeGreaterThan(25 * (all + invisible.length))
})

function tokenOf(made: Made): Visit {
  return { kind: 'token', path: `${pathOf(made)}?token=1`, texts: held(made.name) }
}

function pageOf(made: Made): Visit {
  const texts = [made.name, made.description, ...made.phases.map(({ title }) => title)]
  return {
    ...{ kind: 'collection', path: pathOf(made), texts: texts.flatMap(held) },
    links: Object.values(made.links).filter((link) => link !== null),
  }
}

function pathOf({ chain_alias, contract_address }: Made): string {
  return `/collection/${chain_alias}/${contract_address}`
}

/** Returns every page that lists collections, with the names it shows. */
async function listsOf({ url }: Stack, listed: Made[]): Promise<Visit[]> {
  const api = connectApi(url)
  const visits: Visit[] = []
  const known = new Set<string>()
  for (let page = 1; page * 24 - 24 < listed.length; page += 1) {
    const query = { sort_by: 'newest', time_interval: 'all', page: String(page) } as const
    const cards = await api.call(listCollections, { query })
    for (const { contract_address } of cards) known.add(contract_address)
    visits.push({
      ...{ kind: 'list', texts: cards.flatMap(({ name }) => held(name)) },
      path: `/collections?sort_by=newest&time_interval=all&page=${page}`,
    })
  }
  expect(listed.filter(({ contract_address }) => !known.has(contract_address))).toEqual(
    [],
  )
  for (const creator of new Set(listed.map(({ owner }) => owner))) {
    const own = listed.filter(({ owner }) => owner === creator)
    const texts = own.flatMap(({ name }) => held(name))
    for (const tab of ['created', 'activity']) {
      visits.push({ kind: tab, path: `/collector/${creator}?tab=${tab}`, texts })
    }
  }
  return visits
}

/**
 * Checks the promoted collections with their descriptions, one after the other, and the
 * newest.
 */
async function visitLaunchpad(
  context: BrowserContext,
  stack: Stack,
  tally: Tally,
  described: Made[],
): Promise<void> {
  const labels = bundled(payloads, 24)
  const promoted = [
    ...new Map(described.map((made) => [made.description, made])).values(),
  ]
  for (const [place, made] of promoted.entries()) {
    // Not every draw has a payload that is short enough for a label.
    await promote(stack, made, labels[place] ?? 'Promoted')
  }
  const api = connectApi(stack.url)
  const newest = await api.call(listNewest, {})
  const cards = newest.slice(0, 8).map(({ name }) => name)
  const shown = await api.call(listPromoted, {})
  expect(shown.length).toBe(promoted.length)
  const page = await context.newPage()
  recordDialogs(page, tally)
  await page.goto(stack.url)
  await hydrated(page)
  const excerpts = shown.map(({ description }) =>
    description.slice(0, MIN_RENDERED_CHARACTERS),
  )
  // A single promotion has no button.
  const next = page.getByRole('button', { name: 'Next promoted collection' })
  for (const [place, { name, promoted_label }] of shown.entries()) {
    const texts = [...cards, name, excerpts[place] ?? '', promoted_label ?? '']
    await watch(page, tally, {
      kind: 'server-rendered launchpad',
      texts: texts.flatMap(held),
    })
    if (shown.length > 1) await next.click()
  }
  // Client navigation renders the full text.
  await page.goto(`${stack.url}/about`)
  await hydrated(page)
  await page.getByRole('link', { name: 'Launchpad', exact: true }).first().click()
  for (const { name, description, promoted_label } of shown) {
    const texts = [...cards, name, description, promoted_label ?? ''].flatMap(held)
    await watch(page, tally, { kind: 'launchpad', texts })
    if (shown.length > 1) await next.click()
  }
  await page.close()
}

/**
 * Opens the mint component on foreign pages, where it reads the full name from the chain.
 */
async function visitPanels(
  context: BrowserContext,
  { url }: Stack,
  tally: Tally,
  { direct, faults }: { direct: Made[]; faults: { allow(pattern: RegExp): void } },
): Promise<void> {
  const script = `${url}/widget/platemark-mint.js`
  const some = 12
  const site = await openForeignSite((path) => {
    const from = Number(path.slice(1))
    const panels = direct
      .slice(from, from + some)
      .map((made) => `<platemark-mint chain="local" address="${made.contract_address}">`)
    const body = `<!doctype html><title>x</title><script type="module" src="${script}"></script>`
    return { type: 'text/html', body: body + panels.join('</platemark-mint>') }
  })
  faults.allow(new RegExp(`^foreign request: ${site.origin}$`))
  const visits = visitor(context, site.origin, tally)
  const starts = direct.flatMap((_, at) => (at % some === 0 ? [at] : []))
  await visits(
    starts.map((at) => ({
      ...{ kind: 'widget', path: `/${at}`, ours: [url] },
      texts: direct.slice(at, at + some).flatMap(({ name }) => held(name)),
    })),
  )
  await site.close()
}

/** Sends each to every text and link field; most fields reject them. */
async function refuseInApi(api: Api, tally: Tally): Promise<void> {
  for (const text of [...payloads, ...invisible]) {
    const profile = Object.fromEntries(
      Object.keys(updateUser.body.shape).map((field) => [field, text]),
    )
    const links = {
      website: text,
      x: text,
      discord: text,
      instagram: text,
      farcaster: text,
    }
    const phases = [{ phase_id: 255, kind: text, title: text, start: text, end: text }]
    const words = { name: text, symbol: text, alias: text, description: text }
    const draft = { chain_alias: text, kind: text, ...words, links, phases }
    const params = { contract_id: crypto.randomUUID() }
    const list = { phase_id: 0, entries: [{ address: text, price_wei: text }] }
    const refusals = await Promise.allSettled([
      api.call(updateUser, { body: profile }),
      // Safe: the server must reject other shapes.
      api.call(createDraft, { body: draft as never }),
      api.call(setList, { params, body: list }),
    ])
    for (const result of refusals) {
      const refusal: unknown = result.status === 'rejected' ? result.reason : undefined
      if (!(refusal instanceof Problem))
        throw new Error(`Taken: ${text}`, { cause: refusal })
      expect([text, refusal.status]).toEqual([text, 422])
      tally.refused += Object.keys(refusal.fields ?? {}).length
    }
  }
}

/** Returns texts for collections that are made by calling the factory. */
function chainTexts(): ChainTexts[] {
  const texts = bundled(payloads, 200)
  return [...bundled(payloads, 60), ...bundled(invisible, 60)].map((name, place) => ({
    ...{ name, symbol: texts[place % texts.length] ?? '' },
    uri: texts[(place + 1) % texts.length] ?? '',
  }))
}

/**
 * Makes collections that contain all of them: on the chain directly, and through the API.
 */
async function makeAll(stack: Stack): Promise<{ direct: Made[]; studio: Made[] }> {
  const short = bundled(payloads, 60)
  const direct = await makeDirectly(stack, chainTexts())
  const descriptions = bundled(payloads, 2000)
  const titles = bundled(payloads, 40)
  // Escaped they are twice as long, and a link has 200 characters.
  const tails = bundled(payloads, 110)
  const link = (place: number) =>
    `https://site.example/${'?#;/'[place % 4]}${tails[place % tails.length] ?? ''}`
  const wishes = short.map((name, at) => {
    if (at * 5 >= tails.length && at * 8 >= titles.length) {
      return { name, description: '', titles: ['Everyone'] }
    }
    return {
      ...{ name, description: descriptions[at % descriptions.length] ?? '' },
      titles: titles.slice(at * 8, at * 8 + 8),
      links: {
        ...{ website: link(at * 5), x: link(at * 5 + 1), discord: link(at * 5 + 2) },
        ...{ instagram: link(at * 5 + 3), farcaster: link(at * 5 + 4) },
      },
    }
  })
  return { direct, studio: await makeInStudio(stack, wishes) }
}

/** Sends the texts as reports: they are accepted, and shown on no page. */
async function report(api: Api, made: Made | undefined): Promise<void> {
  const params = { chain_alias: 'local', contract_address: made?.contract_address ?? '' }
  for (const text of bundled(payloads, 1000)) {
    await api.call(reportCollection, { params, body: { category: 'other', text } })
  }
}
