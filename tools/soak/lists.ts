import { randomInt } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { setList } from '@platemark/api/studio'
import { mergePlainly } from '@platemark/lists/test/plain-merge'
import type { Page } from '@playwright/test'
import { getAddress, type Hex } from 'viem'
import { connectApi } from '../local/api.ts'
import { makeDraft } from '../local/collection.ts'
import { createLocation, startProgram, stopProgram } from '../program.ts'
import { createRandom } from '../random.ts'
import { launchBrowser, openWizard } from './create-wizard.ts'
import { type LongTask, traceTasks } from './main-thread.ts'
import { report } from './report.ts'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
  },
})
const ROWS = Number(values.rows)
const MAX_TASK_MS = 50
/** Wallets of the list of another phase, and how many of them the file has, too. */
const OTHER_WALLETS = 500
const SHARED = 200
/** All lists of a draft together have at most 100,000 wallets. */
const FILE_ROWS = ROWS - OTHER_WALLETS
/** Rows of the first file that the second one lacks, and rows that only that one has. */
const REMOVED = 150
const ADDED = 90
/** Terms of the phase. */
const terms = { limit: 2, priceWei: '0' }

console.log(`seed ${values.seed}`)
const random = createRandom(Number(values.seed), 0)
const place = await createLocation('lists')
const program = await startProgram(place, ['--empty'])
const browser = await launchBrowser()
try {
  const page = await openWizard(browser, program.url)
  const wallets = Array.from({ length: FILE_ROWS + ADDED }, newWallet)
  const other = [
    ...wallets.slice(0, SHARED),
    ...Array.from({ length: OTHER_WALLETS - SHARED }, newWallet),
  ]
  const draftId = await openDraft(page, other)
  const first = writeRows(wallets.slice(0, FILE_ROWS))
  const second = writeRows(wallets.slice(REMOVED))
  const problems: string[] = []

  const step = `${program.url}/create?draft=${draftId}&step=schedule`
  const workbench = page.getByRole('region', { name: /^List for/ })
  const stored = page.getByText('List saved')
  await page.goto(step)
  await page.getByRole('button', { name: 'Friends', exact: true }).click()
  await page.getByText('No wallets yet.').waitFor()
  problems.push(
    ...(await judge('reads, merges and stores a file', async () => {
      await choose(page, 'friends.csv', first)
      await stored.waitFor({ timeout: 300_000 })
    })),
    ...compareLists(await saveList(page), mergePlainly(first, 'higher', terms)),
  )
  const listed = mergePlainly(first, 'higher', terms)
  const shared = other.filter((wallet) => wallet in listed)
  const overlap = page.getByRole('region', { name: 'Overlap with other lists' })
  await overlap.waitFor()
  const table = await overlap.innerText()
  if (!table.includes(`\t${shared.length}\n`)) {
    problems.push(`the overlap is not ${shared.length}: ${table}`)
  }
  const difference = describeDifference()
  problems.push(
    ...(await judge('adds up the quantities', async () => {
      await workbench.getByRole('button', { name: 'Add up' }).click()
      await page.getByText('Saving the list').waitFor()
      await stored.waitFor({ timeout: 300_000 })
    })),
    ...compareLists(await saveList(page), mergePlainly(first, 'sum', terms)),
    ...(await judge('compares another file with it', async () => {
      await choose(page, 'later.csv', second)
      await page.getByText(difference).waitFor({ timeout: 300_000 })
    })),
    ...(await judge('puts that file in its place', async () => {
      await page.getByRole('button', { name: 'Replace the list' }).click()
      await page.getByText('Saving the list').waitFor()
      await stored.waitFor({ timeout: 300_000 })
    })),
  )
  // Opening a step renders it in one task, however long its lists are.
  await page.getByRole('link', { name: /^Supply and price/ }).click()
  await page.getByRole('link', { name: /^Schedule and access/ }).click()
  await page.getByRole('button', { name: 'Friends', exact: true }).click()
  await stored.waitFor({ timeout: 300_000 })
  problems.push(...compareLists(await saveList(page), mergePlainly(second, 'sum', terms)))
  report(problems)

  /** Returns the sentence about the second file by a plain comparison. */
  function describeDifference(): string {
    const before = mergePlainly(first, 'sum', terms)
    const after = mergePlainly(second, 'sum', terms)
    const count = (list: object, has: (wallet: string) => boolean) =>
      Object.keys(list).filter(has).length.toLocaleString('en')
    const added = count(after, (wallet) => !(wallet in before))
    const removed = count(before, (wallet) => !(wallet in after))
    const changed = count(
      after,
      (wallet) => wallet in before && after[wallet] !== before[wallet],
    )
    return `${added} added, ${removed} removed, ${changed} with other terms.`
  }

  /** Acts, prints the longest task, and returns those that are too long. */
  async function judge(name: string, act: () => Promise<void>): Promise<string[]> {
    // What pages and steps before left behind is not work on the list.
    await page.requestGC()
    const start = Date.now()
    const tasks = await traceTasks(browser, page, act)
    const seconds = ((Date.now() - start) / 1000).toFixed(1)
    console.log(
      `${name}: ${seconds} s, longest tasks: ${tasks.slice(0, 3).map(describeTask).join('; ') || 'none'}`,
    )
    return tasks
      .filter(({ cpuMs }) => cpuMs > MAX_TASK_MS)
      .map((task) => `while it ${name}, a task took ${describeTask(task)}`)
  }
} finally {
  await browser.close()
  await stopProgram(program)
  rmSync(place.folder, { recursive: true, force: true })
}

function describeTask({ cpuMs, wallMs }: LongTask): string {
  return `${cpuMs} ms of the processor, ${wallMs} ms by the clock`
}

function newWallet(): string {
  return `0x${Array.from({ length: 40 }, () => random.between(0, 15).toString(16)).join('')}`
}

/** Makes a draft of the page's account with two allowlist phases, of which one has a list. */
async function openDraft(page: Page, listed: readonly string[]): Promise<string> {
  const token = await page.evaluate<string>("localStorage.getItem('access_token')")
  const api = connectApi(program.url, token)
  const phase = {
    ...{ kind: 'allowlist' as const, price_wei: '0', max_per_wallet: 2 },
    ...{ start: '2040-01-01T00:00:00Z', end: '2040-01-02T00:00:00Z', max_supply: null },
  }
  const id = await makeDraft(api, {
    fields: {
      ...{ chain_alias: 'local', kind: 'drop', name: 'Long list', symbol: 'LONG' },
      phases: [
        { ...phase, phase_id: 0, title: 'Friends' },
        { ...phase, phase_id: 1, title: 'Holders' },
      ],
    },
    ...{ image: undefined, cover: undefined, lists: [] },
  })
  const entries = listed.map((address) => ({ address }))
  await api.call(setList, {
    params: { contract_id: id },
    body: { phase_id: 1, entries, left_out: [] },
  })
  return id
}

/** Writes rows with checksums, of which some repeat a wallet with another quantity. */
function writeRows(wallets: readonly string[]): Buffer {
  const rows = wallets.map((wallet, at) => {
    const again = at % 50 === 49 ? wallets[at - 1] : wallet
    // Safe: a wallet is an address.
    const address = getAddress((again ?? wallet) as Hex)
    return `${address},${1 + (at % 7)},${at % 3 === 0 ? '0.002' : ''}`
  })
  return Buffer.from(`wallet,quantity,price\n${rows.join('\n')}\n`)
}

/** Chooses a file by its path: bytes would be decoded by the page, in one long task. */
async function choose(page: Page, name: string, bytes: Buffer): Promise<void> {
  const path = join(place.folder, name)
  writeFileSync(path, bytes)
  await page.getByLabel('CSV file of wallets').setInputFiles(path)
}

async function saveList(page: Page): Promise<Record<string, string>> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Clean CSV' }).click()
  const csv = readFileSync(await (await download).path(), 'utf8')
  return mergePlainly(csv, 'higher', terms)
}

/** Returns the wallets on which two lists differ, the first 20 of them. */
function compareLists(
  found: Record<string, string>,
  expected: Record<string, string>,
): string[] {
  const wallets = new Set([...Object.keys(found), ...Object.keys(expected)])
  return [...wallets]
    .filter((wallet) => found[wallet] !== expected[wallet])
    .slice(0, 20)
    .map((wallet) => `${wallet}: got ${found[wallet]}, expected ${expected[wallet]}`)
}
