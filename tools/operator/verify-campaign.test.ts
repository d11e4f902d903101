import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dropCollectionAbi } from '@platemark/abi/drop-collection'
import { encodeFunctionData } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCampaigns } from '../../apps/server/src/areas/campaigns/jobs.ts'
import { campaignFields, openCampaign } from '../../apps/server/test/campaigns.ts'
import { type TestChain, testChain } from '../../apps/server/test/chain.ts'
import { launcher, startTestIndexer } from '../../apps/server/test/collections/launch.ts'
import { type TestNames, testNames } from '../../apps/server/test/names.ts'
import {
  ada,
  bob,
  cyn,
  type TestServer,
  testServer,
} from '../../apps/server/test/server.ts'
import { readOptions } from './options.ts'
import { verifyCampaign } from './verify-campaign.ts'

const CHAIN = 31_337
const MINUTE = 60_000
const path = '/api/campaigns/quiet-shore'

let chain: TestChain
let names: TestNames
let server: TestServer
/** Folder with the files of the result. */
let folder: string

beforeAll(async () => {
  chain = await testChain()
  names = await testNames(chain)
  server = await testServer({ ...names.settings, networks: [chain.network] })
  await server.reset()
  await playCampaign()
  folder = await download()
}, 120_000)
afterAll(async () => {
  await server.close()
  await chain.stop()
})

const quest = (key: string, per: string, rule: object, more: object = {}) => ({
  ...{ key, title: key, points: 10, per, rule, ...more },
})

/** Plays a campaign on the real chain to its final result. */
async function playCampaign(): Promise<void> {
  const launch = launcher(chain)
  await launch.fund(ada, bob, cyn)
  const drop = await launch.create(cyn)
  const onchain = (event: string, more: object = {}) => ({
    kind: 'onchain',
    event,
    ...more,
  })
  await openCampaign(server, {
    ...campaignFields(CHAIN),
    ...{ ends_at: new Date(Date.now() + 10 * MINUTE).toISOString(), review_hours: 0 },
    // The clocks of chain and server differ by some seconds.
    counts_from: 'start',
    quests: [
      quest('mint', 'event', {
        ...onchain('mint'),
        where: [
          { field: 'creator', op: 'ne', value: '$account' },
          { field: 'value_wei', op: 'gte', value: '20000000000000000' },
        ],
      }),
      quest('sell', 'event', onchain('sale_sold'), { max_completions: 2 }),
      quest('make', 'campaign', onchain('collection_created')),
      quest('receive', 'campaign', onchain('transfer_in')),
      quest('name', 'campaign', onchain('name_registered')),
      quest('primary', 'campaign', onchain('name_primary_set')),
      quest('hold', 'campaign', {
        ...{ kind: 'holding', chain_id: CHAIN, contract: drop, at_least: 2 },
      }),
      quest('all', 'campaign', { kind: 'all_of', quests: ['mint', 'name'] }),
    ],
  })
  for (const as of [ada, bob, cyn]) await server.post(`${path}/join`, {}, { as })
  const indexer = startTestIndexer(server)
  await launch.mint(ada, drop, 2)
  await launch.mint(bob, drop, 1)
  await launch.mint(bob, drop, 3)
  await launch.create(bob)
  await names.register(ada, 'quiet-shore', true)
  // An item that is given away in the second of its mint was not held.
  await chain.client.increaseTime({ seconds: 5 })
  const args = [ada.address, cyn.address, 1n] as const
  const sent = { abi: dropCollectionAbi, functionName: 'transferFrom', args } as const
  await launch.send(ada, drop, encodeFunctionData(sent))
  await chain.client.increaseTime({ seconds: 11 * 60 })
  await chain.client.mine({ blocks: 20 })
  // After the end: it counts for nothing.
  await launch.mint(cyn, drop, 4)
  await chain.client.mine({ blocks: 20 })
  server.clock.advance(11 * MINUTE)
  await indexer.caughtUp(chain)
  await indexer.stop()
  for (let round = 0; round < 3; round += 1) await runCampaigns(server.context)
}

async function download(): Promise<string> {
  const made = mkdtempSync(join(process.env.PLATEMARK_TEST_RUN ?? '', 'result-'))
  for (const name of ['inputs.json', 'result.csv']) {
    const { status, body } = await server.get(`${path}/${name}`)
    expect([name, status]).toEqual([name, 200])
    writeFileSync(join(made, name), body)
  }
  return made
}

const endpoints = () => new Map([[CHAIN, chain.url]])

async function verify(
  source: string,
  given: ReadonlyMap<number, string> = endpoints(),
  isJson = false,
): Promise<string> {
  const lines: string[] = []
  await verifyCampaign({ source, endpoints: given }, { isJson }, (line) =>
    lines.push(line),
  )
  return lines.join('\n')
}

/** Returns a copy of the folder with other content. */
function changed(files: Record<string, string>): string {
  const made = mkdtempSync(join(process.env.PLATEMARK_TEST_RUN ?? '', 'changed-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(made, name), text)
  return made
}

const readPublished = async () => ({
  'inputs.json': (await server.get(`${path}/inputs.json`)).body,
  'result.csv': (await server.get(`${path}/result.csv`)).body,
})

describe('a published result', () => {
  test('is counted from the chain alone with the same hash', async () => {
    const printed = await verify(folder)
    const { result } = (await server.get(path)).data
    expect(printed).toContain(`Published  ${result.sha256}`)
    expect(printed).toContain(`Counted    ${result.sha256}`)
    expect(printed).toContain('Same: 3 rows.')
    const { body } = await server.get(`${path}/result.csv`)
    const points = body.split('\n').map((line) => line.split(',').slice(1, 4).join(' '))
    expect(points).toEqual([
      'address team points',
      // A mint, a name, its use, two items held, and all of these.
      `${ada.address.toLowerCase()}  50`,
      // A collection made, two of its mints sold at most, and an item received.
      `${cyn.address.toLowerCase()}  40`,
      // A mint that was dear enough, a collection made, and two items held.
      `${bob.address.toLowerCase()}  30`,
      '',
    ])
  })

  test('shows the one row that was changed', async () => {
    const files = await readPublished()
    const bob_ = bob.address.toLowerCase()
    const wrong = files['result.csv'].replace(`${bob_},,30`, `${bob_},,40`)
    const source = changed({ ...files, 'result.csv': wrong })
    await expect(verify(source)).rejects.toThrow(
      new RegExp(
        `^The published result is not the one of the networks:\\n {2}line 4: published [0-9]+,${bob_},,40,\\S+, counted [0-9]+,${bob_},,30,\\S+$`,
      ),
    )
    await expect(verify(source, endpoints(), true)).rejects.toThrow('line 4: published')
  })

  test('is checked with the inputs as they were: another joining gives another result', async () => {
    const files = await readPublished()
    const inputs = JSON.parse(files['inputs.json'])
    inputs.entries.pop()
    const source = changed({ ...files, 'inputs.json': JSON.stringify(inputs) })
    await expect(verify(source)).rejects.toThrow(/counted nothing/)
  })
})

describe('a check is refused', () => {
  test('without its files, or with others', async () => {
    await expect(verify(changed({}))).rejects.toThrow(
      /has no inputs\.json: name a folder/,
    )
    const files = await readPublished()
    await expect(verify(changed({ ...files, 'inputs.json': '{}' }))).rejects.toThrow(
      /^inputs\.json is not the file of inputs of a result \(/,
    )
    await expect(verify(`${chain.url}/none`)).rejects.toThrow(
      /\/none\/\w+\.\w+ does not exist: the result is not final yet/,
    )
    await expect(verify('http://127.0.0.1:9')).rejects.toThrow('cannot be read right now')
  })

  test('without an endpoint of each network, or with one of another', async () => {
    await expect(verify(folder, new Map())).rejects.toThrow('31337 are missing')
    const inputs = JSON.parse((await readPublished())['inputs.json'])
    inputs.chains[0].id = 5
    const files = { ...(await readPublished()), 'inputs.json': JSON.stringify(inputs) }
    await expect(verify(changed(files), new Map([[5, chain.url]]))).rejects.toThrow(
      'The endpoint of network 5 is one of network 31337: name another one.',
    )
    const dead = new Map([[CHAIN, 'http://127.0.0.1:9']])
    await expect(verify(folder, dead)).rejects.toThrow('does not answer')
  })

  test('where a quest counts what is on no network', async () => {
    const files = await readPublished()
    for (const [contracts, sentence] of [
      ['shown', 'which ones are shown is on no network'],
      ['collection:local/tide', 'by its address on this site'],
    ] as const) {
      const inputs = JSON.parse(files['inputs.json'])
      inputs.campaign.quests[0].rule.contracts = contracts
      const source = changed({ ...files, 'inputs.json': JSON.stringify(inputs) })
      await expect(verify(source)).rejects.toThrow(sentence)
    }
  })

  test.each([
    [['campaign', 'verify'], /^Name the act and its campaign/],
    [['campaign', 'verify', 'x'], /^Name an endpoint of each network: --rpc ID=URL/],
    [['campaign', 'verify', 'x', '--rpc', 'x'], /^--rpc is ID=URL, .* got x\.$/],
    [['campaign', 'validate', 'x', '--rpc', '1=http://x'], /^--rpc does not belong to/],
  ])('by its arguments %j', (args, sentence) => {
    expect(() => readOptions(args)).toThrow(sentence)
  })

  test('with all arguments it is read', () => {
    const args = ['campaign', 'verify', 'x', '--rpc', '1=http://a', '--rpc', '2=http://b']
    expect(readOptions(args)).toMatchObject({
      command: {
        ...{ verb: 'verify campaign', source: 'x' },
        endpoints: new Map([
          [1, 'http://a'],
          [2, 'http://b'],
        ]),
      },
    })
  })
})
