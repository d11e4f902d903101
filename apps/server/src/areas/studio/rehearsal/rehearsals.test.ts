import { randomUUID } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseEther } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestChain, testChain } from '../../../../test/chain.ts'
import { insertCollection } from '../../../../test/collection.ts'
import { ada, bob, cyn, type TestServer, testServer } from '../../../../test/server.ts'
import { awaitRehearsal, rehearseDraft } from '../../../../test/studio/rehearse.ts'
import { findAnvil } from '../../../start-anvil.ts'

let chain: TestChain
let server: TestServer
let draft: string

const hour = 3_600_000
const fromNow = (hours: number) => new Date(Date.now() + hours * hour).toISOString()

const friends = {
  ...{ phase_id: 0, kind: 'allowlist', title: 'Friends', max_per_wallet: 2 },
  ...{ start: fromNow(1), end: fromNow(3), price_wei: String(parseEther('0.02')) },
  max_supply: 3,
}
const early = {
  ...friends,
  phase_id: 1,
  title: 'Early',
  start: fromNow(2),
  price_wei: '0',
}
const everyone = {
  ...friends,
  ...{ phase_id: 255, kind: 'public', title: 'Everyone', max_supply: null },
  ...{ start: fromNow(5), end: fromNow(6), price_wei: String(parseEther('0.01')) },
}

beforeAll(async () => {
  chain = await testChain()
  server = await testServer({ networks: [chain.network] })
})
beforeEach(async () => {
  await server.reset()
  draft = await makeDraft([friends, early, everyone])
})
afterEach(() => {
  server.configuration.anvil_path = null
  server.configuration.limits.rehearsal_seconds = 60
  server.configuration.limits.rehearsal_mints = 3000
})
afterAll(async () => {
  await server.close()
  await chain.stop()
})

async function makeDraft(phases: object[], max_supply = 5): Promise<string> {
  const fields = { chain_alias: 'local', name: 'Quiet Shore', symbol: 'SHORE' }
  const form = { data: { ...fields, kind: 'drop', max_supply, phases } }
  const { data } = await server.postForm('/api/contract/studio/create', form, {
    as: ada,
  })
  return data.contract_id
}

const post = (path: string, body?: unknown, as = ada) =>
  server.post(`/api/contract/studio/${path}`, body, { as })
const setList = (phase_id: number, ...wallets: { address: string }[]) =>
  post(`${draft}/lists`, {
    ...{ phase_id, entries: wallets.map(({ address }) => ({ address })) },
  })
const start = (as = ada) => post(`${draft}/rehearsal`, undefined, as)
const read = (run = 'latest', as = ada) =>
  server.get(`/api/contract/studio/${draft}/rehearsal/${run}`, { as })

async function completeDraft() {
  await setList(0, bob, cyn)
  await setList(1, bob)
}

/** Stores a rehearsal as another process of the instance would. */
async function storeRun(
  draft_id: string,
  columns: { state?: 'running' | 'done'; seen_at?: Date } = {},
): Promise<string> {
  const id = randomUUID()
  const now = new Date()
  await server.database
    .insertInto('rehearsals')
    .values({
      ...{ id, draft_id, draft_version: 1, draft_updated_at: now, step: 'mints' },
      ...{ state: 'running', started_at: now, seen_at: now, report: null },
      ...columns,
    })
    .execute()
  return id
}

test('names what may be a mistake, with the step that corrects it', async () => {
  await completeDraft()
  const { report, state } = await rehearseDraft(server, draft)
  expect(state).toBe('done')
  const found = report?.problems.map(({ code, phase_ids }) => [code, phase_ids])
  expect(found).toEqual([
    ['gap', [0, 255]],
    ['overlap', [0, 1]],
    ['dearer_than_public', [0, 255]],
    ['free', [1]],
    ['first_come', [0]],
    ['nothing_left', [255]],
  ])
  expect(report?.problems.every(({ step }) => step === 'schedule')).toBe(true)
  expect(report?.problems.map(({ sentence }) => sentence)).toContain(
    '1 wallet is on Friends and on Early, which are open at the same time, and can mint in both.',
  )
  expect((await read()).data.rehearsal.report).toEqual(report)
})

test('is of the version that was rehearsed, and outdated by a change', async () => {
  draft = await makeDraft([everyone])
  const { run_id, draft_updated_at } = await rehearseDraft(server, draft)
  await post(`${draft}/update`, { max_supply: 50 })
  const { data } = await read(run_id)
  expect(data.rehearsal).toMatchObject({ is_outdated: true, draft_updated_at })
  const again = await rehearseDraft(server, draft)
  expect(again).toMatchObject({ is_outdated: false, report: { max_supply: 50 } })
  expect((await read(run_id)).error?.code).toBe('not_found')
})

test('leaves the draft open and publishes nothing', async () => {
  await completeDraft()
  await post(`${draft}/update`, { phases: [early] })
  await rehearseDraft(server, draft)
  const { data } = await server.get(`/api/contract/studio/${draft}`, { as: ada })
  expect(data.state).toBe('draft')
  const lists = await server.database.selectFrom('lists').selectAll().execute()
  expect(lists).toEqual([])
})

test('needs a complete draft of the caller that is not deployed', async () => {
  const incomplete = await start()
  expect(incomplete.error?.fields).toMatchObject({
    'phases.0.list': ['Add the wallets of this phase.'],
  })
  expect(incomplete.error?.code).toBe('draft_incomplete')
  expect((await start(bob)).error?.code).toBe('not_found')
  expect((await read('latest', bob)).error?.code).toBe('not_found')
  expect((await read()).data).toEqual({ rehearsal: null })
  expect((await read(randomUUID())).error?.code).toBe('not_found')

  await insertCollection(server.database, {
    address: '0x00000000000000000000000000000000000000aa',
    id: draft,
    chain_id: chain.id,
    owner: ada.address.toLowerCase(),
  })
  await server.database.updateTable('drafts').set({ collection_id: draft }).execute()
  expect((await start()).error?.code).toBe('already_deployed')
})

test('runs one at a time on the whole instance', async () => {
  await completeDraft()
  const other = await storeRun(await makeDraft([everyone]))
  const refused = await start()
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5'])
  expect(refused.error?.message).toMatch(
    /^Another rehearsal is running. It began \d+ seconds? ago and is at step 4 of 6\. Run yours in a moment\.$/,
  )
  await server.database.deleteFrom('rehearsals').where('id', '=', other).execute()
  const own = await storeRun(draft)
  expect((await start()).data.run_id).toBe(own)
})

test('gives up the rehearsal of a process that is gone', async () => {
  draft = await makeDraft([everyone])
  await storeRun(await makeDraft([everyone]), { seen_at: new Date(Date.now() - 20_000) })
  expect((await start()).status).toBe(202)
  const { data } = await read()
  await awaitRehearsal(server, draft, data.rehearsal.run_id)

  const lost = await storeRun(draft, { seen_at: new Date(Date.now() - 20_000) })
  expect((await read(lost)).data.rehearsal).toMatchObject({
    state: 'failed',
    sentence:
      'The rehearsal was interrupted because this site was restarted. Run it again.',
  })
})

test('names a missing anvil, and a chain that does not start', async () => {
  await completeDraft()
  server.configuration.anvil_path = '/nowhere/anvil'
  const missing = await start()
  expect([missing.status, missing.error?.code]).toEqual([503, 'rehearsal_unavailable'])
  expect(missing.error?.message).toContain('docs/rehearsals.md')

  server.configuration.anvil_path = '/bin/false'
  const { state, sentence } = await rehearseDraft(server, draft)
  expect(state).toBe('failed')
  expect(sentence).toContain('The chain of the rehearsal did not start.')
})

/** Runs anvil by a program that writes its process id to a file, and returns the file. */
function watchAnvil(): string {
  const folder = join(server.configuration.data_folder, 'watched')
  mkdirSync(folder, { recursive: true })
  const [program, file] = [join(folder, 'anvil'), join(folder, `${randomUUID()}.pid`)]
  const lines = ['#!/bin/sh', `echo $$ > ${file}`, `exec ${findAnvil(null)} "$@"`]
  writeFileSync(program, `${lines.join('\n')}\n`)
  chmodSync(program, 0o755)
  server.configuration.anvil_path = program
  return file
}

async function isRunning(file: string): Promise<boolean> {
  const pid = Number(readFileSync(file, 'utf8'))
  // The system may need a moment to take the process away.
  for (let tries = 0; tries < 40; tries += 1) {
    try {
      process.kill(pid, 0)
    } catch {
      return false
    }
    await sleep(50)
  }
  return true
}

test('ends after the limit of seconds, and leaves no chain behind', async () => {
  await completeDraft()
  const file = watchAnvil()
  server.configuration.limits.rehearsal_seconds = 1
  // A sale that takes longer than that.
  await post(`${draft}/update`, { max_supply: 100_000 })
  server.configuration.limits.rehearsal_mints = 100_000
  const { state, sentence } = await rehearseDraft(server, draft)
  expect(state).toBe('failed')
  expect(sentence).toContain('The rehearsal took longer than 1 seconds and was ended.')
  expect(await isRunning(file)).toBe(false)
})

test('leaves no chain behind when the server ends', async () => {
  const own = await testServer({ networks: [chain.network] })
  // A new server empties the database of both.
  await server.reset()
  draft = await makeDraft([everyone])
  const file = watchAnvil()
  own.configuration.anvil_path = server.configuration.anvil_path
  const started = await own.post(`/api/contract/studio/${draft}/rehearsal`, undefined, {
    as: ada,
  })
  expect(started.status).toBe(202)
  while (!existsSync(file)) await sleep(20)
  await own.close()
  expect(await isRunning(file)).toBe(false)
  const { data } = await read(started.data.run_id)
  expect(data.rehearsal.sentence).toContain('this site was restarted')
})

test('counts the wallets that did not try', async () => {
  server.configuration.limits.rehearsal_mints = 1
  await completeDraft()
  const { report } = await rehearseDraft(server, draft)
  expect(report?.phases.map(({ untried_wallets }) => untried_wallets)).toEqual([1, 1, 2])
  expect(report?.problems.map(({ code }) => code)).toContain('partly_tried')
})
