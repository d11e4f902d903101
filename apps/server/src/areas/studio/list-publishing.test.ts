import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { toHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestChain, testChain } from '../../../test/chain.ts'
import { ada, type TestServer, testServer } from '../../../test/server.ts'

let chain: TestChain
let server: TestServer

beforeAll(async () => {
  chain = await testChain()
  server = await testServer({ networks: [chain.network] })
})
afterAll(async () => {
  await server.close()
  await chain.stop()
})

const friends = {
  phase_id: 0,
  kind: 'allowlist',
  title: 'Friends',
  start: '2025-01-01T00:00:00Z',
  end: '2099-01-01T00:00:00Z',
  price_wei: '0',
  max_per_wallet: 3,
  max_supply: null,
}

const fields = {
  chain_alias: 'local',
  kind: 'drop',
  name: 'Tidewater',
  symbol: 'TIDE',
  max_supply: 100,
  phases: [friends],
}

const studio = '/api/contract/studio'

async function makeListed(more: object): Promise<string> {
  const { data } = await server.postForm(
    `${studio}/create`,
    { data: { ...fields, ...more } },
    { as: ada },
  )
  const { contract_id } = data
  const entries = [{ address: toHex(randomBytes(20)) }]
  const body = { phase_id: 0, entries }
  await server.post(`${studio}/${contract_id}/lists`, body, { as: ada })
  return contract_id
}

async function countFiles(): Promise<number> {
  const folder = join(server.configuration.data_folder, 'files')
  const names = await readdir(folder, { recursive: true })
  return names.filter((name) => name.endsWith('.json')).length
}

/** Prepares a draft with another list each time; resolves with the codes of the errors. */
async function prepareVersions(id: string, count: number) {
  const codes: (string | undefined)[] = []
  for (let version = 1; version <= count; version += 1) {
    const phases = [{ ...friends, max_per_wallet: version }]
    await server.post(`${studio}/${id}/update`, { phases }, { as: ada })
    const url = `${studio}/${id}/prepare`
    codes.push((await server.post(url, undefined, { as: ada })).error?.code)
  }
  return codes
}

test('of the versions of a list that were never deployed only the last is stored', async () => {
  // The factory refuses this payee, so that the draft is never frozen.
  const id = await makeListed({ payees: [{ address: chain.platform, bps: 10_000 }] })
  expect(await prepareVersions(id, 3)).toEqual(Array(3).fill('draft_incomplete'))
  const lists = await server.database
    .selectFrom('lists')
    .select(['draft_id', 'terms'])
    .execute()
  expect(lists).toEqual([
    { draft_id: id, terms: { phases: [expect.objectContaining({ max_per_wallet: 3 })] } },
  ])
})

test('list files are counted with the bytes of uploads', async () => {
  const { limits } = server.configuration
  const { upload_bytes_per_user_day } = limits
  // Two files of one wallet have some 1000 bytes; the scale of tests is 1000.
  Object.assign(limits, { upload_bytes_per_user_day: 1.2 })
  await server.database.deleteFrom('limit_counters').execute()
  const id = await makeListed({ payees: [{ address: chain.platform, bps: 10_000 }] })
  const files = await countFiles()
  expect(await prepareVersions(id, 3)).toEqual([
    'draft_incomplete',
    'draft_incomplete',
    'too_many_requests',
  ])
  expect(await countFiles()).toBe(files + 2)
  Object.assign(limits, { upload_bytes_per_user_day })
})
