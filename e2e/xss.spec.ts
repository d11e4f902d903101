import { reportCollection } from '@platemark/wire/moderation'
import { Problem } from '@platemark/wire/problem'
import { updateUser } from '@platemark/wire/profile'
import { createDraft, setList } from '@platemark/wire/studio'
import type { BrowserContext, Page } from '@playwright/test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { type Api, signIn } from '../tools/local/api.ts'
import { openForeignSite } from './foreign-page.ts'
import { test as base, expect, hydrated } from './stack.ts'
import { openStack, type Stack } from './start-stack.ts'
import { type Made, makeDirectly, makeInStudio } from './xss-content.ts'
import { bundled, invisible, payloads } from './xss-payloads.ts'
import { hearDialogs, newTally, type Tally, watch } from './xss-watch.ts'

/** A program of its own, for nobody else's pages should show these texts. */
const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function names.
  stack: async ({}, use) => {
    const { stack, close } = await openStack(['--empty'])
    await use(stack)
    await close()
  },
})

base(
  'the watch hears what runs, and sees what stands where no page has it',
  async ({ page, request, faults }) => {
    const answer = await request.get('/')
    const { 'content-security-policy': policy } = answer.headers()
    const planted = `<!doctype html><title>x</title><p>&lt;b&gt; in the text</p>
    <img src=x onerror=alert("heard")><a href="javascript:alert(1)">x</a>
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
      hearDialogs(page, tally)
      page.on('console', (message) => violations.push(message.text()))
      await page.goto(site.origin)
      const wanted = { texts: ['<b> in the text', 'not there'], patienceMs: 1000 }
      await watch(page, tally, wanted)

      expect(tally).toMatchObject({ seen: 1, missing: ['/: not there'] })
      for (const wrong of [
        'onerror=',
        'javascript:',
        '<form action',
        "x'=",
        'alert("run")',
      ])
        expect(tally.wrong.join('\n')).toContain(wrong)
      const said = tally.dialogs.map((text) => text.split(': ')[1])
      expect(said.toSorted()).toEqual(isStrict ? [] : ['heard', 'run'])
      const broken = violations.filter((text) => /^policy violation: script/.test(text))
      expect(broken.length > 0).toBe(isStrict)
      page.removeAllListeners('dialog')
      await site.close()
    }
  },
)

test('refuses hostile texts, or shows them as text on the page of a collection and its token', async ({
  context,
  stack,
  faults,
}) => {
  test.setTimeout(600_000)
  // An address that means nothing is answered so, and the browser says it in the console.
  faults.allow(/^console: Failed to load resource: .* status of (400|404|422)/)
  expect(new Set(payloads).size).toBe(200)
  const tally = newTally()
  const visits = visitor(context, stack, tally)

  const api = await signIn(stack.url, privateKeyToAccount(generatePrivateKey()))
  await refuseInApi(api, tally)
  const { direct, studio } = await makeAll(stack)
  await report(api, studio[0])

  await visits(
    direct.map((made) => ({ path: `${pathOf(made)}?token=1`, texts: held(made.name) })),
  )
  await visits(
    studio.map((made) => ({
      path: pathOf(made),
      texts: [
        ...held(made.name),
        ...held(made.description),
        ...made.phases.flatMap(({ title }) => held(title)),
      ],
      links: Object.values(made.links).filter((link) => link !== null),
    })),
  )
  expect(tally).toMatchObject({ missing: [], wrong: [], dialogs: [] })
  expect(tally.seen).toBeGreaterThan(1000)
  expect(tally.links).toBeGreaterThan(80)
  expect(tally.refused).toBeGreaterThan(6000)
})

type Visit = {
  path: string
  texts?: string[]
  links?: string[]
}

/** Opens many pages, three at a time, and watches each once React has taken it over. */
function visitor(context: BrowserContext, stack: Stack, tally: Tally) {
  const pages: Page[] = []
  return async (visits: Visit[]): Promise<void> => {
    while (pages.length < 3) {
      const page = await context.newPage()
      page.setDefaultTimeout(20_000)
      hearDialogs(page, tally)
      pages.push(page)
    }
    const left = visits.toReversed()
    const visitOn = async (page: Page) => {
      for (let visit = left.pop(); visit; visit = left.pop()) {
        const { path, texts, links } = visit
        await page.goto(stack.url + path, { waitUntil: 'domcontentloaded' })
        await hydrated(page).catch(() => tally.missing.push(`${path}: the page itself`))
        await watch(page, tally, { ...(texts && { texts }), ...(links && { links }) })
      }
    }
    await Promise.all(pages.map(visitOn))
  }
}

/** The hostile texts that a stored text holds whole. */
function held(text: string): string[] {
  return payloads.filter((payload) => text.includes(payload))
}

function pathOf({ chain_alias, contract_address }: Made): string {
  return `/collection/${chain_alias}/${contract_address}`
}

/** Sends each to every field that takes text or a link; most fields take none. */
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
      // Safe: the server must refuse what is of no such form.
      api.call(createDraft, { body: draft as never }),
      api.call(setList, { params, body: list }),
    ])
    for (const told of refusals) {
      const refusal: unknown = told.status === 'rejected' ? told.reason : undefined
      if (!(refusal instanceof Problem))
        throw new Error(`Taken: ${text}`, { cause: refusal })
      expect([text, refusal.status]).toEqual([text, 422])
      tally.refused += Object.keys(refusal.fields ?? {}).length
    }
  }
}

/** Collections that hold all of them: made on the chain directly, and through the API. */
async function makeAll(stack: Stack): Promise<{ direct: Made[]; studio: Made[] }> {
  const short = bundled(payloads, 60)
  const hidden = bundled(invisible, 60)
  const texts = bundled(payloads, 200)
  const direct = await makeDirectly(
    stack,
    [...short, ...hidden].map((name, place) => ({
      ...{ name, symbol: texts[place % texts.length] ?? '' },
      uri: texts[(place + 1) % texts.length] ?? '',
    })),
  )
  const descriptions = bundled(payloads, 2000)
  const titles = bundled(payloads, 40)
  // Escaped they are twice as long, and a link has 200 characters.
  const tails = bundled(payloads, 110)
  const studio: Made[] = []
  for (let at = 0; at * 5 < tails.length; at += 1) {
    const link = (place: number) =>
      `https://site.example/${'?#;/'[place % 4]}${tails[at * 5 + place] ?? ''}`
    studio.push(
      await makeInStudio(stack, {
        name: short[at * 7] ?? '',
        description: descriptions[at % descriptions.length] ?? '',
        titles: [...titles, ...titles].slice(at * 8, at * 8 + 8),
        links: {
          ...{ website: link(0), x: link(1), discord: link(2) },
          ...{ instagram: link(3), farcaster: link(4) },
        },
      }),
    )
  }
  return { direct, studio }
}

/** What somebody tells the operator is taken, and stands on no page. */
async function report(api: Api, made: Made | undefined): Promise<void> {
  const params = { chain_alias: 'local', contract_address: made?.contract_address ?? '' }
  for (const text of bundled(payloads, 1000)) {
    await api.call(reportCollection, { params, body: { category: 'other', text } })
  }
}
