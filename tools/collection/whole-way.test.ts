import {
  copyFileSync,
  mkdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Hex } from 'viem'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runOperator } from '../operator/command.ts'
import { noteWith, type OwnSite, startOwnSite, wallet } from './test/own-site.ts'

// Commands are started as processes of their own, some in one test.
vi.setConfig({ testTimeout: 60_000 })

let site: OwnSite
let chain: OwnSite['chain']
let server: OwnSite['server']
let folder: string
let file: string
let target: string[]
let run: OwnSite['run']
let follow: OwnSite['follow']
let start: OwnSite['start']
/** More than travel at once, so that a killed upload leaves some behind. */
const WORKS = 6

beforeAll(async () => {
  site = await startOwnSite()
  ;({ chain, server, folder, run, follow, start } = site)
  file = join(folder, 'shore.json')
  target = ['--collection', file]
})
afterAll(() => site.stop())

const fields = {
  ...{ chain_alias: 'local', kind: 'drop', name: 'Quiet Shore', symbol: 'SHORE' },
  ...{ alias: 'quiet-shore', max_supply: 2 * WORKS, art: 'set', shown: 'at_reveal' },
  phases: [
    {
      ...{ phase_id: 0, kind: 'allowlist', title: 'Friends', max_per_wallet: 2 },
      ...{ start: '2030-01-01T00:00:00Z', end: '2030-01-02T00:00:00Z' },
      ...{ price_wei: '0', max_supply: null },
    },
    {
      ...{ phase_id: 255, kind: 'public', title: 'Public', max_per_wallet: 5 },
      ...{ start: '2030-01-02T00:00:00Z', end: '2031-01-01T00:00:00Z' },
      ...{ price_wei: '2000000000000000', max_supply: null },
    },
  ],
  lists: [{ phase_id: 0, csv: 'friends.csv' }],
}

/** Writes a folder of works, each a part of the upload, and their sheet. */
async function writeWorks(): Promise<string> {
  const works = join(folder, 'works')
  mkdirSync(works, { recursive: true })
  // Two of them do not fit into one part.
  const side = 860
  for (let at = 1; at <= WORKS; at += 1) {
    const bytes = Buffer.alloc(side * side * 3, at * 40)
    for (let place = 0; place < bytes.length; place += 7)
      bytes[place] = place % (at + 250)
    const raw = { width: side, height: side, channels: 3 as const }
    await sharp(bytes, { raw })
      .png({ compressionLevel: 0 })
      .toFile(join(works, `${at}.png`))
  }
  const rows = Array.from(
    { length: WORKS },
    (_, at) => `${at + 1},${at + 1}.png,Tide ${at + 1}`,
  )
  writeFileSync(join(works, 'shore.csv'), ['id,file,name', ...rows].join('\n'))
  return works
}

let works: string
let address: Hex

test('a draft is made of a file, taken up by a second run and changed by a third', async () => {
  writeFileSync(join(folder, 'friends.csv'), `${wallet(1)}\n${wallet(2)}\n${wallet(1)}\n`)
  writeFileSync(file, JSON.stringify(fields, null, 2))
  const made = await run('create', file)
  expect(made).toMatchObject({ code: 0, last: { event: 'result', change: 'created' } })
  expect(made.events.filter(noteWith('friends.csv, lines 1 and 3'))).toHaveLength(1)
  const again = await run('create', file)
  expect(again.last).toMatchObject({ change: 'unchanged', draft_id: made.last.draft_id })
  writeFileSync(file, JSON.stringify({ ...fields, max_supply: WORKS }, null, 2))
  const changed = await run('create', file)
  expect(changed.last).toMatchObject({ change: 'changed', draft_id: made.last.draft_id })
  const drafts = await server.database.selectFrom('drafts').select('id').execute()
  expect(drafts).toEqual([{ id: made.last.draft_id }])
})

test('what a draft lacks is named by file and line', async () => {
  const other = join(folder, 'other.json')
  const text = JSON.stringify({ ...fields, alias: null, royalty_bps: 700 }, null, 2)
  writeFileSync(other, text)
  const { length } = text.slice(0, text.indexOf('"royalty_bps"')).split('\n')
  const { last } = await run('create', other)
  expect(last.sentences.join()).toContain(`other.json, line ${length}: royalty_bps: `)
})

test('a set that is wrong is named by file and line before anything is sent', async () => {
  works = await writeWorks()
  const sheet = readFileSync(join(works, 'shore.csv'), 'utf8')
  writeFileSync(join(works, 'shore.csv'), sheet.replace('3,3.png', '3,33.png'))
  const { code, last } = await run('upload', works, ...target)
  expect(code).toBe(1)
  expect(last.sentences.join()).toMatch(/shore\.csv, line 4, /)
  expect(await server.database.selectFrom('uploads').select('id').execute()).toEqual([])
  writeFileSync(join(works, 'shore.csv'), sheet)
})

test('an upload that was killed is taken up where it stopped', async () => {
  const killed = start('upload', works, ...target)
  await killed.seen(({ event, step }) => event === 'progress' && step === 'Sent')
  await killed.kill()
  const { code, events, last } = await run('upload', works, ...target)
  expect([code, last.works]).toEqual([0, WORKS])
  expect(events.filter(noteWith('MB are already there'))).toHaveLength(1)
  expect(Number(last.sent_bytes)).toBeLessThan(Number(last.total_bytes) * 0.95)
  const repeated = await run('upload', works, ...target)
  expect(repeated.last).toMatchObject({ sent_bytes: 0, works: WORKS })
})

test('before it is published, what needs a collection says so', async () => {
  const list = join(folder, 'early.csv')
  writeFileSync(list, wallet(1))
  for (const args of [['airdrop', list], ['export']]) {
    const { code, last } = await run(...args, ...target)
    expect([code, last.sentences.join()]).toEqual([
      1,
      expect.stringMatching(/^It is not published yet, so /),
    ])
  }
})

test('the sale is rehearsed, and preparing shows terms, cost and call', async () => {
  const rehearsed = await run('rehearse', ...target)
  expect(rehearsed.last).toMatchObject({ event: 'result' })
  expect(rehearsed.last.report).toMatchObject({ minted: WORKS, reveal: { works: WORKS } })
  const { code, last } = await run('prepare', ...target)
  expect(code).toBe(0)
  expect(last).toMatchObject({
    call: { chain_id: chain.id, to: expect.stringMatching(/^0x/), value: '0' },
    cost: { is_whole: true },
    terms: { for_ever: expect.arrayContaining(['Name Quiet Shore, symbol SHORE.']) },
  })
  // Safe: the API contract defines it as an address.
  address = last.contract_address as Hex
})

test('a deployment that was killed is taken up, also where no node has it, and made once', async () => {
  await chain.client.setAutomine(false)
  const killed = start('publish', ...target)
  const { sentence } = await killed.seen(noteWith('Sent as 0x'))
  expect(await run('status', ...target)).toMatchObject({ last: { state: 'deploying' } })
  const second = await run('publish', ...target)
  expect(second.last.sentences.join()).toMatch(
    /^Another command works on this collection/,
  )
  await killed.kill()
  const hash = /0x[0-9a-f]{64}/.exec(String(sentence))?.[0] as Hex
  await chain.client.dropTransaction({ hash })
  const taken = follow('publish', ...target)
  await taken.seen(noteWith(`Following the transaction ${hash}`))
  await chain.client.setAutomine(true)
  await chain.client.mine({ blocks: 1 })
  expect(await taken.result()).toMatchObject({
    ...{ contract_address: address, transaction_hash: hash, is_new: true },
    page: 'http://localhost:3000/collection/local/quiet-shore',
  })
  const again = await run('publish', ...target)
  expect(again).toMatchObject({
    code: 0,
    last: { contract_address: address, is_new: false },
  })
  const state = readFileSync(join(folder, 'shore.platemark.json'), 'utf8')
  expect(state).not.toContain(site.key.slice(2))
})

test('an airdrop names wrong rows, goes on after a kill and gives nothing twice', async () => {
  const list = join(folder, 'gifts.csv')
  writeFileSync(list, `${wallet(11)},2\n0x12\n${wallet(11)},1\n`)
  expect(await run('airdrop', list, ...target)).toMatchObject({
    code: 1,
    last: {
      sentences: [
        'gifts.csv, line 2: "0x12": 2 digits after 0x, an address has 40.',
        expect.stringMatching(/^gifts\.csv, lines 1 and 3: 0x\S+ is there 2 times\./),
      ],
    },
  })
  const { factory } = chain.contracts
  writeFileSync(list, `wallet,quantity\n${wallet(11)},2\n${factory},1\n`)
  expect((await run('airdrop', list, ...target)).last.sentences).toEqual([
    expect.stringMatching(/^gifts\.csv, line 3: 0x\S+ is a contract that does not take/),
  ])
  writeFileSync(list, `wallet,quantity\n${wallet(11)},2\n${wallet(12)},1\n`)
  await chain.client.setAutomine(false)
  const killed = start('airdrop', list, ...target)
  await killed.seen(noteWith('Airdrop of 3 tokens to 2 wallets'))
  const isSigned = () =>
    /"airdrop": \{\s+"hash"/.test(
      readFileSync(join(folder, 'shore.platemark.json'), 'utf8'),
    )
  await expect.poll(isSigned, { timeout: 5_000 }).toBe(true)
  await killed.kill()
  const taken = follow('airdrop', list, ...target)
  await taken.seen(noteWith('Following the transaction'))
  await chain.client.setAutomine(true)
  await chain.client.mine({ blocks: 1 })
  expect(await taken.result()).toMatchObject({ given: 2, skipped: 0, refused: 0 })
  const again = await run('airdrop', list, ...target)
  expect(again.last).toMatchObject({ given: 0, skipped: 2 })
  const results = readFileSync(join(folder, 'gifts.results.csv'), 'utf8')
  expect(results).toContain('Skipped, given before')
})

test('the works are revealed with the file that was kept, once', async () => {
  const revealed = await run('reveal', ...target)
  expect(revealed).toMatchObject({
    code: 0,
    last: { transaction_hash: expect.stringMatching(/^0x/) },
  })
  const status = await run('status', ...target)
  expect(status.last).toMatchObject({
    contract_address: address,
    minted: 3,
    works: WORKS,
  })
})

test('the exit bundle is downloaded, from the byte on where it broke off, and is whole', async () => {
  const bundle = join(folder, 'shore.zip')
  const { code, last } = await run('export', bundle, ...target)
  expect(code).toBe(0)
  const sha256 = String(last.sha256)
  const other = join(folder, 'other.zip')
  const part = `${other}.${sha256.slice(0, 8)}.part`
  copyFileSync(bundle, part)
  truncateSync(part, 1000)
  const resumed = await run('export', other, ...target)
  expect(resumed.last).toMatchObject({ sha256, file: other })
  expect(resumed.events.some(({ step }) => step === 'Written')).toBe(false)
  // A part of the right size with other bytes.
  const wrong = join(folder, 'wrong.zip')
  writeFileSync(`${wrong}.${sha256.slice(0, 8)}.part`, Buffer.alloc(Number(last.size)))
  expect((await run('export', wrong, ...target)).last.sentences).toEqual([
    'What was downloaded is not the file that the site wrote, and was deleted. Run this again.',
  ])
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const context = { environment: {}, print, printError: print }
  expect(await runOperator(['verify', other], context)).toBe(0)
  expect(lines[0]).toMatch(/^Whole: /)
})
