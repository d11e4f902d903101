import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestChain, testChain } from '../../apps/server/test/chain.ts'
import { type TestServer, testServer } from '../../apps/server/test/server.ts'
import { signIn } from './api.ts'
import { listSentences, prepareDraft, takeUpDraft } from './collection.ts'

let chain: TestChain
let server: TestServer
let url: string
const folder = mkdtempSync(join(tmpdir(), 'platemark-collection-'))

beforeAll(async () => {
  chain = await testChain()
  server = await testServer({ networks: [chain.network] })
  await server.app.listen({ port: 0 })
  // Safe: a TCP server that listens has such an address.
  url = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await server.close()
  await chain.stop()
  rmSync(folder, { recursive: true })
})

const fields = {
  chain_alias: 'local',
  kind: 'drop' as const,
  name: 'Sandbar',
  symbol: 'SAND',
  alias: 'sandbar',
  max_supply: 10,
  phases: [
    {
      ...{ phase_id: 255, kind: 'public' as const, title: 'Everyone' },
      ...{ start: '2025-01-01T00:00:00Z', end: '2099-01-01T00:00:00Z' },
      ...{ price_wei: '0', max_per_wallet: 2, max_supply: null },
    },
  ],
}

function run(key: string): Promise<{ status: number | null; text: string }> {
  const file = join(folder, 'collection.json')
  writeFileSync(file, JSON.stringify(fields))
  const command = join(import.meta.dirname, 'collection-command.ts')
  const args = [command, 'create', file, '--url', url, '--rpc', chain.url]
  const child = spawn(process.execPath, args, {
    env: { ...process.env, PLATEMARK_PRIVATE_KEY: key },
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part) => {
      text += part
    })
  }
  return new Promise((resolve) =>
    child.on('close', (status) => resolve({ status, text })),
  )
}

test('an empty account is named first, with the amount needed, and nothing is prepared', async () => {
  const key = generatePrivateKey()
  const { status, text } = await run(key)
  expect([status, text]).toEqual([
    1,
    expect.stringMatching(
      new RegExp(
        `^${privateKeyToAccount(key).address} has no coins on .+\\. The deployment needs about 0\\.0\\d+ ETH: send that to it and run the command again\\. Nothing was made yet\\.\n$`,
      ),
    ),
  ])
  expect(await server.database.selectFrom('drafts').select('id').execute()).toEqual([])
})

test('a deployment that was prepared and not sent is taken up again', async () => {
  const account = privateKeyToAccount(generatePrivateKey())
  const content = { fields, image: undefined, cover: undefined, lists: [] }
  const api = await signIn(url, account, chain.id)
  const first = await prepareDraft(api, await takeUpDraft(api, content))
  const again = await signIn(url, account, chain.id)
  expect(await prepareDraft(again, await takeUpDraft(again, content))).toEqual(first)
  const drafts = await server.database.selectFrom('drafts').select('alias').execute()
  expect(drafts).toEqual([{ alias: 'sandbar' }])
})

const friends = {
  ...{ phase_id: 0, kind: 'allowlist' as const, title: 'Friends' },
  ...{ start: '2030-01-01T00:00:00Z', end: '2030-02-01T00:00:00Z' },
  ...{ price_wei: '0', max_per_wallet: 2, max_supply: null },
}

test('a list that the server refuses is named by its lines, and no draft stays', async () => {
  const account = privateKeyToAccount(generatePrivateKey())
  const api = await signIn(url, account, chain.id)
  const content = {
    ...{ fields: { ...fields, alias: 'listed', phases: [friends] } },
    ...{ image: undefined, cover: undefined },
    lists: [
      {
        phase_id: 0,
        entries: [{ address: account.address }, { address: '0x12' }],
        places: ['friends.csv, line 59', 'friends.csv, line 60 (phase "Friends")'],
      },
    ],
  }
  const error = await takeUpDraft(api, content).catch((refusal: unknown) => refusal)
  expect(listSentences(error)).toEqual([
    'friends.csv, line 60 (phase "Friends"): Enter an address: 0x and 40 hex digits.',
  ])
  const ofAccount = () =>
    server.database
      .selectFrom('drafts')
      .select('alias')
      .where('owner', '=', account.address.toLowerCase())
      .execute()
  expect(await ofAccount()).toEqual([])

  // The list is missing, which only the preparation finds.
  const incomplete = { ...content, lists: [] }
  const id = await takeUpDraft(api, incomplete)
  expect(await ofAccount()).toEqual([{ alias: 'listed' }])
  await expect(prepareDraft(api, id)).rejects.toMatchObject({ code: 'draft_incomplete' })
  expect(await ofAccount()).toEqual([])
  expect(await takeUpDraft(api, incomplete)).not.toBe(id)
})
