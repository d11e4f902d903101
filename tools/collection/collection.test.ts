import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestChain, testChain } from '../../apps/server/test/chain.ts'
import { listen } from '../../apps/server/test/listen.ts'
import { type TestServer, testServer } from '../../apps/server/test/server.ts'
import { signIn } from '../local/api.ts'
import { listSentences, prepareDraft, takeUpDraft } from '../local/collection.ts'
import { freePort } from '../local/ports.ts'
import { runCollection } from './command.ts'

let chain: TestChain
let server: TestServer
let url: string
const folder = mkdtempSync(join(tmpdir(), 'platemark-collection-'))

beforeAll(async () => {
  chain = await testChain()
  server = await testServer({ networks: [chain.network] })
  url = (await listen(server.app)).url
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

/** Runs a command in this process. */
async function run(key: string, ...args: string[]) {
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const environment = { PLATEMARK_PRIVATE_KEY: key }
  const code = await runCollection(['--site', url, ...args], {
    ...{ environment, print, printError: print },
  })
  return { code, lines }
}

/** Writes the fields into a file. */
function writeFields(name: string): string {
  const file = join(folder, name)
  writeFileSync(file, JSON.stringify(fields))
  return file
}

test('an empty account is named first, with the amount needed, and nothing is prepared', async () => {
  const key = generatePrivateKey()
  const file = writeFields('empty.json')
  expect(await run(key, 'create', file)).toMatchObject({ code: 0 })
  const { code, lines } = await run(key, 'publish', '--collection', file)
  expect([code, lines]).toEqual([
    1,
    [
      expect.stringMatching(
        new RegExp(
          `^${privateKeyToAccount(key).address} has no coins on .+\\. The deployment needs about 0\\.0\\d+ ETH: send that to it and run the command again\\. Nothing was sent yet\\.$`,
        ),
      ),
    ],
  ])
  const drafts = await server.database.selectFrom('drafts').select('deadline').execute()
  expect(drafts).toEqual([{ deadline: null }])
  await server.database.deleteFrom('drafts').execute()
})

test('an invalid command line has exit code 2 and says what is needed', async () => {
  const key = generatePrivateKey()
  const sentences = async (...args: string[]) => {
    const { code, lines } = await run(key, ...args)
    return [code, ...lines]
  }
  expect(await sentences('deploy')).toEqual([
    2,
    expect.stringMatching(/^There is no command deploy: use create, upload, /),
  ])
  expect(await sentences('create')).toEqual([
    2,
    expect.stringMatching(/^create needs the JSON file of a collection\. See /),
  ])
  expect(await sentences('status', 'more')).toEqual([
    2,
    expect.stringMatching(/^status does not take "more"\. See /),
  ])
  expect(await sentences('publish', '--rows', 'sum')).toEqual([
    2,
    expect.stringMatching(/^publish takes no --rows\. See /),
  ])
  expect(await sentences('airdrop', 'a.csv', '--rows', 'all')).toEqual([
    2,
    expect.stringMatching(/^--rows is higher or sum, not all\. See /),
  ])
  expect(await sentences('status', '--site', 'nowhere')).toEqual([
    2,
    expect.stringMatching(/^--site: nowhere is not the address of a site/),
  ])
  const { code, lines } = await run(key, '--help')
  expect([code, lines[0]]).toEqual([0, expect.stringMatching(/^Usage: /)])
})

test('a key is read from a file of its owner alone, and never shown', async () => {
  const key = generatePrivateKey()
  const file = writeFields('keyed.json')
  const keyFile = join(folder, 'key')
  writeFileSync(keyFile, `${key}\n`, { mode: 0o644 })
  const args = ['create', file, '--key-file', keyFile]
  const refused = await run('', ...args)
  expect(refused).toEqual({
    code: 1,
    lines: [
      `--key-file: others on this machine may read ${keyFile} (mode 0644). Make it yours alone: chmod 600 ${keyFile}`,
    ],
  })
  chmodSync(keyFile, 0o600)
  const { code, lines } = await run('', ...args)
  expect(code).toBe(0)
  expect(lines.join()).not.toContain(key.slice(2))
  await server.database.deleteFrom('drafts').execute()
})

test('without a draft, an unknown network or a site, a sentence says what to do', async () => {
  const key = generatePrivateKey()
  const none = join(folder, 'none.json')
  expect(await run(key, 'status', '--collection', none)).toEqual({
    code: 1,
    lines: [
      `${none} has no draft of this account on ${url} yet. Make it: npm run collection -- create ${none}`,
    ],
  })
  const file = join(folder, 'away.json')
  writeFileSync(file, JSON.stringify({ ...fields, chain_alias: 'mars' }))
  expect(await run(key, 'create', file)).toEqual({
    code: 1,
    lines: [`${url} has no network mars. It has local.`],
  })
  expect(
    await run(key, 'create', file, '--site', `http://127.0.0.1:${await freePort()}`),
  ).toEqual({
    code: 1,
    lines: ['The Platemark at that address does not answer. Is it running? See --site.'],
  })
  expect(await run('', 'create', file)).toEqual({
    code: 1,
    lines: [
      'A key is needed to sign: --key-file FILE, or PLATEMARK_PRIVATE_KEY in the environment.',
    ],
  })
})

test('a damaged state file is named, and a lock of a process that is gone does not count', async () => {
  const key = generatePrivateKey()
  const file = writeFields('damaged.json')
  const state = join(folder, 'damaged.platemark.json')
  writeFileSync(state, '{')
  writeFileSync(`${state}.lock`, '999999999')
  expect(await run(key, 'status', '--collection', file)).toMatchObject({
    code: 1,
    lines: [expect.stringMatching(/^damaged\.platemark\.json is damaged/)],
  })
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
