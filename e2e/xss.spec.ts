import { getCollector } from '@platemark/wire/collector'
import { reportCollection } from '@platemark/wire/moderation'
import { Problem } from '@platemark/wire/problem'
import { updateUser } from '@platemark/wire/profile'
import { createDraft, setList } from '@platemark/wire/studio'
import type { BrowserContext, Page } from '@playwright/test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { creatorAccounts } from '../tools/local/accounts.ts'
import { type Api, connectApi, signIn } from '../tools/local/api.ts'
import { openForeignSite } from './foreign-page.ts'
import { test as base, expect, hydrated } from './stack.ts'
import { openStack, type Stack } from './start-stack.ts'
import { installWallet } from './wallet-bridge.ts'
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

test('shows hostile texts of every field as text, on every page', async ({
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
  await report(api, studio[0], tally)

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
  await visits(await listPages(stack, studio))
  await visits(addresses(direct[0]))
  await visits(searches())
  await visitProfile(context, stack, tally)
  await visitWidget(context, stack, tally, { direct, faults })

  console.log(
    `${tally.seen} texts and ${tally.links} links shown, ${tally.opened} values in addresses, ${tally.refused} refused.`,
  )
  expect(tally).toMatchObject({ missing: [], wrong: [], dialogs: [] })
  expect(tally.seen).toBeGreaterThan(2000)
  expect(tally.links).toBeGreaterThan(40)
  expect(tally.refused).toBeGreaterThan(1000)
})

type Visit = {
  path: string
  texts?: string[]
  links?: string[]
  referer?: string
  opened?: number
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
        const { path, texts, links, referer, opened = 0 } = visit
        await page.goto(stack.url + path, {
          waitUntil: 'domcontentloaded',
          ...(referer && { referer }),
        })
        if ((await page.locator('#root').count()) > 0) {
          await hydrated(page).catch(() => tally.missing.push(`${path}: the page itself`))
        }
        await watch(page, tally, { ...(texts && { texts }), ...(links && { links }) })
        tally.opened += opened
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
async function report(api: Api, made: Made | undefined, tally: Tally): Promise<void> {
  const params = { chain_alias: 'local', contract_address: made?.contract_address ?? '' }
  for (const text of bundled(payloads, 1000)) {
    await api.call(reportCollection, { params, body: { category: 'other', text } })
    tally.opened += held(text).length
  }
}

/** The launchpad and every page of the list: what is on a card is seen there. */
async function listPages({ url }: Stack, listed: Made[]): Promise<Visit[]> {
  const visits: Visit[] = [{ path: '/' }]
  for (let page = 1; page * 24 - 24 < listed.length; page += 1) {
    const query = `sort_by=newest&page=${page}`
    const wanted = Math.min(24, listed.length - (page - 1) * 24)
    let names: string[] = []
    // The list is counted anew from time to time.
    for (const until = Date.now() + 90_000; names.length < wanted; await pause(500)) {
      if (Date.now() > until)
        throw new Error(`The list shows ${names.length} of ${wanted}.`)
      const { data } = await (await fetch(`${url}/api/contract/list?${query}`)).json()
      names = data.map(({ name }: { name: string }) => name)
    }
    visits.push({ path: `/collections?${query}`, texts: names.flatMap(held) })
  }
  return visits
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resume) => setTimeout(resume, milliseconds))
}

const parameters = ['q', 'ref', 'token', 'tab', 'chain', 'page']

/** Every page with every parameter, path and referrer that holds them. */
function addresses(made: Made | undefined): Visit[] {
  if (!made) throw new Error('No collection was made.')
  const paths = ['/', '/collections', pathOf(made), '/about', '/settings', '/api/docs']
  const texts = bundled(payloads, 850)
  const exact = payloads.filter((text) =>
    /^[\w&]*(script|data|blob|view-source)?[:&]|^[/\\{$"'*]/.test(text),
  )
  const withAll = (path: string, values: (place: number) => string, place: number) => {
    const query = new URLSearchParams(
      parameters.map((name, at) => [name, values(place + at)]),
    )
    const opened = parameters.reduce(
      (sum, _, at) => sum + held(values(place + at)).length,
      0,
    )
    const referer = `https://evil.example/?${encodeURIComponent(values(place))}`
    return {
      path: `${path}?${query}#${encodeURIComponent(values(place))}`,
      referer,
      opened,
    }
  }
  const long = (place: number) => texts[place % texts.length] ?? ''
  const short = (place: number) => exact[place % exact.length] ?? ''
  const named = texts.flatMap((text) => {
    const part = encodeURIComponent(text)
    const opened = held(text).length
    return [
      `/${part}`,
      `/collection/${part}/x`,
      `/collection/local/${part}`,
      `/collector/${part}`,
    ].map((path) => ({ path, opened }))
  })
  return [
    ...[...paths, `/collector/${made.owner}`].flatMap((path) =>
      texts.map((_, place) => withAll(path, long, place)),
    ),
    ...['/collections', pathOf(made)].flatMap((path) =>
      exact
        .filter((_, place) => place % 6 === 0)
        .map((_, place) => withAll(path, short, place * 6)),
    ),
    ...named,
  ]
}

/** What is searched for is said again. */
function searches(): Visit[] {
  return bundled(payloads, 64).map((text) => ({
    path: `/collections?search=${encodeURIComponent(text)}`,
    texts: held(text),
  }))
}

/** Own words on one's own pages: the form of the settings, and what others see. */
async function visitProfile(
  context: BrowserContext,
  stack: Stack,
  tally: Tally,
): Promise<void> {
  const account = creatorAccounts()[0]
  if (!account) throw new Error('There is no account.')
  const api = await signIn(stack.url, account)
  const page = await context.newPage()
  hearDialogs(page, tally)
  await installWallet(page, 'io.metamask', {
    accounts: [account],
    rpcUrls: { 31337: stack.rpcUrls.local, 31338: stack.rpcUrls['local-two'] },
  })
  await page.goto(`${stack.url}/settings`)
  await page.getByRole('main').getByRole('button', { name: 'Connect Wallet' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^MetaMask/ })
    .click()
  await page.getByRole('textbox', { name: 'Bio' }).waitFor()
  const params = { address: account.address }
  const reader = connectApi(stack.url)
  const tails = bundled(payloads, 60)
  for (const [place, bio] of bundled(payloads, 300).entries()) {
    const website_link = `https://site.example/?${encodeURIComponent(tails[place] ?? '').slice(0, 160)}`
    const user = await api.call(updateUser, { body: { bio, website_link } })
    const links = user.website_link ? [user.website_link] : []
    const texts = held(user.bio ?? '')
    // What others see of it is kept for a moment.
    await expect
      .poll(async () => (await reader.call(getCollector, { params })).bio)
      .toBe(user.bio)
    for (const path of [`/collector/${account.address}`, '/settings']) {
      await page.goto(stack.url + path)
      await watch(page, tally, path === '/settings' ? { texts } : { texts, links })
    }
  }
  await page.close()
}

/** The mint component reads the whole name from the chain, on pages of other people. */
async function visitWidget(
  context: BrowserContext,
  stack: Stack,
  tally: Tally,
  { direct, faults }: { direct: Made[]; faults: { allow(pattern: RegExp): void } },
): Promise<void> {
  const panels = direct.map(
    ({ contract_address }) =>
      `<platemark-mint chain="local" address="${contract_address}"></platemark-mint>`,
  )
  const script = `${stack.url}/widget/platemark-mint.js`
  const site = await openForeignSite((path) => ({
    type: 'text/html; charset=utf-8',
    body: `<!doctype html><title>x</title><script type="module" src="${script}"></script>
      ${panels.slice(Number(path.slice(1)), Number(path.slice(1)) + 20).join('')}`,
  }))
  faults.allow(new RegExp(`^foreign request: ${site.origin}$`))
  const page = await context.newPage()
  hearDialogs(page, tally)
  for (let at = 0; at < panels.length; at += 20) {
    await page.goto(`${site.origin}/${at}`)
    await watch(page, tally, {
      texts: direct.slice(at, at + 20).flatMap(({ name }) => held(name)),
    })
  }
  await page.close()
  await site.close()
}
