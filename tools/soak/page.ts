import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { collectionAbi } from '@platemark/abi/collection'
import { endpointUrl } from '@platemark/wire/endpoint'
import { listenToCollection } from '@platemark/wire/live'
import { chromium, type Page } from '@playwright/test'
import { type Address, createClient, http } from 'viem'
import { sendTransaction, waitForTransactionReceipt, writeContract } from 'viem/actions'
import { foundry } from 'viem/chains'
import { findChromium } from '../chromium.mjs'
import { creatorAccounts } from '../local/accounts.ts'
import { signIn } from '../local/api.ts'
import { makeDraft, prepareDraft, waitForCollection } from '../local/collection.ts'
import { freePort } from '../local/ports.ts'
import { type Sample, whatGrew } from '../page/flat.ts'
import { pause, startProgram, stopProgram } from '../program.ts'

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } })
const minutes = Number(values.minutes)

const MINT_EVERY_MS = 2000
const SAMPLES = 60
/** So many samples lie between two times that somebody leaves the page and comes back. */
const ROUND = 10
/** Streams that one address may have open, as docs/limits.md says. */
const LIVE_PER_CLIENT = 50
const PRICE_WEI = 1_000_000_000_000_000n

/** Every timer that was started and has neither run out nor been stopped. */
const countTimers = `{
  const timers = (window.timers = new Set())
  const { setTimeout: later, setInterval: again } = window
  window.setTimeout = (run, ...rest) => {
    const id = later((...given) => {
      timers.delete(id)
      return run(...given)
    }, ...rest)
    timers.add(id)
    return id
  }
  window.setInterval = (...given) => {
    const id = again(...given)
    timers.add(id)
    return id
  }
  for (const name of ['clearTimeout', 'clearInterval']) {
    const stop = window[name]
    window[name] = (id) => {
      timers.delete(id)
      stop(id)
    }
  }
}`

const folder = mkdtempSync(join(tmpdir(), 'platemark-page-'))
const place = { port: await freePort(), chainPort: await freePort(2), folder }
const program = await startProgram(place)
const client = createClient({ chain: foundry, transport: http(program.rpcUrls[0]) })
const creator = accountAt(0)
const collector = accountAt(1)
try {
  const collection = await deploy()
  const { samples, minted, shown } = await visit(collection)
  const refused = await countRefused(collection.address)
  console.log(`${minted} minted while it was open, ${shown} shown at the end`)
  const problems = [
    ...whatGrew(samples, ROUND),
    ...(shown === minted ? [] : [`${minted} were minted, and the page shows ${shown}`]),
    ...(refused === 0 ? [] : [`${refused} streams were still open after the page`]),
  ]
  for (const problem of problems) console.error(`Not as promised: ${problem}`)
  process.exitCode = problems.length > 0 ? 1 : 0
} finally {
  await stopProgram(program)
  rmSync(folder, { recursive: true, force: true })
}

function accountAt(place: number) {
  const account = creatorAccounts()[place]
  if (!account) throw new Error(`There is no account ${place}.`)
  return account
}

type Deployed = { address: Address; path: string; feeWei: bigint }

async function deploy(): Promise<Deployed> {
  const api = await signIn(program.url, creator)
  const draft = await makeDraft(api, {
    fields: {
      chain_alias: 'local',
      kind: 'drop',
      name: 'Long Exposure',
      symbol: 'LONG',
      max_supply: 100_000,
      phases: [
        {
          phase_id: 255,
          kind: 'public',
          title: 'Public',
          start: `${new Date(Date.now() - 3_600_000).toISOString().slice(0, 19)}Z`,
          end: '2100-01-01T00:00:00Z',
          price_wei: String(PRICE_WEI),
          max_per_wallet: 50_000,
          max_supply: null,
        },
      ],
    },
    image: undefined,
    cover: undefined,
    lists: [],
  })
  const { to, data, valueWei, address } = await prepareDraft(api, draft)
  const hash = await sendTransaction(client, {
    account: creator,
    to,
    data,
    value: valueWei,
  })
  await waitForTransactionReceipt(client, { hash })
  const { mint_fee_wei } = await waitForCollection(api, 'local', address)
  return { address, path: `/collection/local/${address}`, feeWei: BigInt(mint_fee_wei) }
}

/** Keeps the page open while mints arrive all the time, and looks at what it holds. */
async function visit({ address, path, feeWei }: Deployed) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? findChromium(),
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-dev-shm-usage',
      '--enable-precise-memory-info',
    ],
  })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    await page.addInitScript({ content: countTimers })
    await page.goto(`${program.url}${path}`)
    const until = Date.now() + minutes * 60_000
    const between = (minutes * 60_000) / SAMPLES
    const samples: Sample[] = []
    let minted = 0
    let nextSample = Date.now() + between
    while (Date.now() < until) {
      await mint(address, feeWei)
      minted += 1
      await pause(MINT_EVERY_MS)
      if (Date.now() < nextSample) continue
      nextSample += between
      await move(page, samples.length)
      const sample = await sampleOf(page)
      samples.push(sample)
      tell(sample, samples.length)
    }
    const shown = await shownOn(page, minted)
    return { samples, minted, shown }
  } finally {
    await browser.close()
  }
}

async function mint(address: Address, feeWei: bigint) {
  const hash = await writeContract(client, {
    account: collector,
    address,
    abi: collectionAbi,
    functionName: 'mint',
    args: [1n],
    value: PRICE_WEI + feeWei,
  })
  const { status } = await waitForTransactionReceipt(client, { hash })
  if (status !== 'success') throw new Error(`The mint ${hash} was reverted.`)
}

/** Somebody reads up and down, and now and then goes to the launchpad and comes back. */
async function move(page: Page, turn: number) {
  await page.mouse.wheel(0, turn % 2 === 0 ? 3000 : -3000)
  if (turn % ROUND !== ROUND - 1) return
  await page.getByRole('link', { name: 'Launchpad', exact: true }).first().click()
  await page.getByRole('heading', { name: 'Newest' }).waitFor()
  // Whole, so that every round does the same, however slow the machine is.
  await page.locator('main .skeleton').first().waitFor({ state: 'hidden' })
  await page.goBack()
  await page.getByRole('region', { name: 'Mint', exact: true }).waitFor()
  await pause(3000)
}

async function sampleOf(page: Page): Promise<Sample> {
  const devices = await page.context().newCDPSession(page)
  await devices.send('HeapProfiler.enable')
  await devices.send('HeapProfiler.collectGarbage')
  await devices.send('Performance.enable')
  const { metrics } = await devices.send('Performance.getMetrics')
  await devices.detach()
  const of = (name: string) =>
    metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
  return {
    heapBytes: of('JSHeapUsedSize'),
    nodes: of('Nodes'),
    listeners: of('JSEventListeners'),
    timers: Number(await page.evaluate('window.timers.size')),
  }
}

/** The count of the panel, once it has caught up; after a minute, whatever it is. */
async function shownOn(page: Page, minted: number): Promise<number> {
  const figures = page.locator('.mint-panel .figures, #mint .figures').first()
  for (let second = 0; second < 60; second += 1) {
    const text = (await figures.textContent()) ?? ''
    const shown = Number(text.replaceAll(',', '').match(/\d+/)?.[0])
    if (shown === minted) return shown
    await pause(1000)
  }
  return Number((await figures.textContent())?.replaceAll(',', '').match(/\d+/)?.[0])
}

/** With every stream of the page closed, one address may open as many as it ever may. */
async function countRefused(address: Address): Promise<number> {
  await pause(2000)
  const params = { chain_alias: 'local', contract_address: address }
  const url = `${program.url}${endpointUrl(listenToCollection, { params })}`
  const leaving = new AbortController()
  const statusOf = async () => (await fetch(url, { signal: leaving.signal })).status
  const statuses = await Promise.all(Array.from({ length: LIVE_PER_CLIENT }, statusOf))
  const beyond = await statusOf()
  leaving.abort()
  if (beyond === 200) throw new Error('The limit of streams does not hold.')
  return statuses.filter((status) => status !== 200).length
}

/** Says how much the page holds, `place` samples into the visit. */
function tell({ heapBytes, nodes, listeners, timers }: Sample, place: number) {
  console.log(
    `${((place * minutes) / SAMPLES).toFixed(1)} min: heap ${(heapBytes / 1e6).toFixed(1)} MB, ${nodes} nodes, ${listeners} listeners, ${timers} timers`,
  )
}
