import { labelToTokenId } from '@platemark/rules/name-label'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestChain, testChain } from '../../../test/chain.ts'
import { type TestNames, testNames } from '../../../test/names.ts'
import { type TestServer, testServer } from '../../../test/server.ts'
import { startNameJobs } from './jobs.ts'
import { checkRegistry } from './service/check-registry.ts'

type Line = { level: number; msg: string; [field: string]: unknown }

let chain: TestChain
let names: TestNames
let server: TestServer
let lines: Line[]

beforeAll(async () => {
  chain = await testChain()
  names = await testNames(chain)
})
beforeEach(async () => {
  lines = []
  server = await open({})
})
afterEach(() => server.close())
afterAll(() => chain.stop())

const open = (more: object, network: object = {}) => {
  const write = (line: string) => void lines.push(JSON.parse(line))
  return testServer(
    {
      names: { ...names.settings.names, ...more },
      networks: [{ ...chain.network, ...network }],
    },
    { log: pino({ level: 'info' }, { write }) },
  )
}

test('reserved names that the registry would sell are logged, and another suffix', async () => {
  const reserved = server.configuration.names?.reserved ?? []
  expect(reserved).toEqual(expect.arrayContaining(['check', 'last', 'sale', 'search']))
  await checkRegistry(server.context)
  expect(lines).toMatchObject([
    {
      msg: 'reserved names are for sale in the registry',
      chain: 'local',
      count: reserved.length,
      names: reserved.slice(0, 20),
    },
  ])
  await server.close()
  lines = []
  server = await open({ suffix: 'other.test' })
  await checkRegistry(server.context)
  expect(lines[0]).toMatchObject({
    ...{ msg: 'suffix of names differs', suffix: 'other.test', registry: 'plate.test' },
  })
})

test('nothing is logged once the registry keeps all of them', async () => {
  const reserved = server.configuration.names?.reserved ?? []
  for (let at = 0; at < reserved.length; at += 200) {
    const ids = reserved.slice(at, at + 200).map(labelToTokenId)
    await names.call(chain.owner, 'setReserved', [ids, true])
  }
  await checkRegistry(server.context)
  expect(lines).toEqual([])
})

test('the job goes on while the chain does not answer', async () => {
  await server.close()
  server = await open({}, { rpc_urls: ['http://127.0.0.1:9'] })
  const stop = startNameJobs(server.context)
  await expect
    .poll(() => lines.map(({ msg }) => msg), { timeout: 10_000 })
    .toEqual(['registered names could not be compared'])
  await stop()
})
