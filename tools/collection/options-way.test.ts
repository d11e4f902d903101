import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Hex } from 'viem'
import { getTransaction } from 'viem/actions'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { noteWith, type OwnSite, startOwnSite, wallet } from './test/own-site.ts'

// Commands are started as processes of their own, some in one test.
vi.setConfig({ testTimeout: 60_000 })

let site: OwnSite
beforeAll(async () => {
  site = await startOwnSite()
})
afterAll(() => site.stop())

const fields = {
  ...{ chain_alias: 'local', kind: 'drop', symbol: 'SHORE' },
  phases: [
    {
      ...{ phase_id: 255, kind: 'public', title: 'Public', max_per_wallet: 5 },
      ...{ start: '2025-01-01T00:00:00Z', end: '2099-01-01T00:00:00Z' },
      ...{ price_wei: '0', max_supply: null },
    },
  ],
}

/** Makes a draft and returns the path of its file. */
async function create(name: string, own: object): Promise<string> {
  const file = join(site.folder, `${name}.json`)
  writeFileSync(file, JSON.stringify({ ...fields, ...own }))
  expect((await site.run('create', file)).code).toBe(0)
  return file
}

async function drawPicture(path: string, shade: number): Promise<string> {
  const file = join(site.folder, path)
  const background = { r: shade, g: 90, b: 120 }
  await sharp({ create: { width: 40, height: 40, channels: 3, background } })
    .png()
    .toFile(file)
  return file
}

const of = (file: string) => ['--collection', file]
const film = join(import.meta.dirname, '../../e2e/fixtures/tide.webm')
let one: string

test('the one work of all tokens is uploaded alone, and as a film with its poster', async () => {
  one = await create('one', { name: 'Quiet Shore', max_supply: 10, art: 'one' })
  const picture = await drawPicture('shore.png', 40)
  const sent = await site.run('upload', picture, ...of(one))
  expect(sent.last).toMatchObject({ files: 1, works: null, notes: [] })
  expect((await site.run('upload', picture, ...of(one))).last).toMatchObject({
    sent_bytes: 0,
  })
  const filmed = await site.run('upload', film, picture, ...of(one))
  expect(filmed.last).toMatchObject({ files: 2, works: null })
  expect(Number(filmed.last.sent_bytes)).toBeLessThan(Number(filmed.last.total_bytes))
  expect((await site.run('upload', picture, ...of(one))).code).toBe(0)
})

test('what is no single work is refused with a sentence, and nothing is changed', async () => {
  const text = join(site.folder, 'shore.txt')
  writeFileSync(text, 'no picture')
  const refused = await site.run('upload', text, ...of(one))
  expect([refused.code, refused.last.sentences.join()]).toEqual([
    1,
    expect.stringMatching(/shore\.txt|picture|image/i),
  ])
  const folder = join(site.folder, 'single')
  mkdirSync(folder)
  await drawPicture('single/1.png', 50)
  expect(
    (await site.run('upload', folder, '--correct', ...of(one))).last.sentences,
  ).toEqual([expect.stringMatching(/^The draft shows one work for all tokens\./)])
  expect((await site.run('status', ...of(one))).last.missing).toEqual({})
})

test('a batch that is taken as lost is sent again in its place, so that it is mined once', {
  timeout: 120_000,
}, async () => {
  expect((await site.run('publish', ...of(one))).code).toBe(0)
  const list = join(site.folder, 'gifts.csv')
  writeFileSync(list, `wallet,quantity\n${wallet(11)},2\n${wallet(12)},1\n`)
  const { client } = site.chain
  await client.setAutomine(false)
  /** Hash of the batch on its way, once a node has it. */
  const waitForBatch = async (other?: Hex) => {
    let found: Hex | undefined
    const look = async () => {
      const state = readFileSync(join(site.folder, 'one.platemark.json'), 'utf8')
      const [, hash] = /"airdrop": \{\s+"hash": "(0x\w+)"/.exec(state) ?? []
      // Safe: the command writes hashes there.
      found = hash as Hex | undefined
      if (!found || found === other) return false
      return getTransaction(client, { hash: found }).then(
        () => true,
        () => false,
      )
    }
    await expect.poll(look, { timeout: 40_000 }).toBe(true)
    return found
  }
  const killed = site.start('airdrop', list, ...of(one))
  const lost = await waitForBatch()
  await killed.kill()
  const again = site.follow('airdrop', list, '--resend', ...of(one))
  await again.seen(noteWith('Airdrop of 3 tokens to 2 wallets'))
  expect(await waitForBatch(lost)).not.toBe(lost)
  await client.setAutomine(true)
  await client.mine({ blocks: 1 })
  expect(await again.result()).toMatchObject({ given: 2, skipped: 0 })
  await client.mine({ blocks: 1 })
  await expect
    .poll(async () => (await site.run('status', ...of(one))).last.minted)
    .toBe(3)
  const ended = await site.run('airdrop', list, '--resend', ...of(one))
  expect(ended.last).toMatchObject({ given: 0, skipped: 2 })
})

let hidden: string
let works: string
let reveal: string
let address: string

test('a reveal file goes into the exit bundle once the name was typed', async () => {
  hidden = await create('hidden', {
    ...{ name: 'Quiet Shore Night', max_supply: 3, art: 'set', shown: 'at_reveal' },
  })
  works = join(site.folder, 'night')
  mkdirSync(works)
  for (const at of [1, 2, 3]) await drawPicture(`night/${at}.png`, at * 60)
  expect(
    (await site.run('upload', works, '--correct', ...of(hidden))).last,
  ).toMatchObject({
    works: 3,
  })
  const published = await site.run('publish', ...of(hidden))
  address = String(published.last.contract_address)
  reveal = String((await site.run('status', ...of(hidden))).last.reveal_file)
  const bundle = join(site.folder, 'night.zip')
  const take = (...args: string[]) => site.run('export', bundle, ...args, ...of(hidden))
  const unnamed = await take('--reveal-file', reveal)
  expect([unnamed.code, unnamed.last.sentences.join()]).toEqual([
    1,
    expect.stringContaining('Quiet Shore Night'),
  ])
  const wrong = await take('--reveal-file', reveal, '--confirm', 'Quiet Shore')
  expect(wrong.code).toBe(1)
  expect((await take('--reveal-file', one, '--confirm', 'Quiet Shore Night')).code).toBe(
    1,
  )
  const entry = 'reveal.json'
  expect((await take()).code).toBe(0)
  expect(readFileSync(bundle).includes(entry)).toBe(false)
  const whole = join(site.folder, 'night-whole.zip')
  const confirmed = await site.run(
    ...(['export', whole, '--reveal-file', reveal] as const),
    ...(['--confirm', 'Quiet Shore Night', ...of(hidden)] as const),
  )
  expect(confirmed.code).toBe(0)
  expect(readFileSync(whole).includes(entry)).toBe(true)
})

test('works that were lost are uploaded to another draft, and revealed from it', async () => {
  await site.server.database.deleteFrom('works').execute()
  await site.server.database.deleteFrom('sets').execute()
  const contract = of(`local/${address}`)
  expect((await site.run('reveal', reveal, ...contract)).last.sentences.join()).toContain(
    'This site does not have the works of the collection.',
  )
  const other = await create('other', {
    ...{ name: 'Quiet Shore Night', max_supply: 3, art: 'set', shown: 'at_reveal' },
  })
  const { last } = await site.run('upload', works, '--correct', ...of(other))
  const from = ['--works', String(last.draft_id)]
  const revealed = await site.run('reveal', reveal, ...from, ...contract)
  expect(revealed).toMatchObject({
    code: 0,
    last: { transaction_hash: expect.stringMatching(/^0x/) },
  })
  const { database } = site.server
  const events = () =>
    database.selectFrom('events').where('kind', '=', 'revealed').selectAll().execute()
  await expect.poll(events).toHaveLength(1)
  const again = await site.run('reveal', reveal, ...contract)
  expect(again.last).toMatchObject({ transaction_hash: null })
})
