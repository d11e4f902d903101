import { labelToTokenId } from '@platemark/rules/name-label'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type TestChain, testChain } from '../../../test/chain.ts'
import { callRegistry, type NameChain, nameChain } from '../../../test/name-chain.ts'
import { giveName, nameSettings } from '../../../test/names.ts'
import { ada, type TestServer, testServer } from '../../../test/server.ts'
import { isShownEnsName } from './service/ens-names.ts'

let chain: TestChain
/** In place of Ethereum: its resolver answers as the universal one of ENS. */
let ethereum: NameChain
let server: TestServer

beforeAll(async () => {
  ;[chain, ethereum] = await Promise.all([testChain(), nameChain(31_340)])
  const { operator, people } = ethereum
  await callRegistry(ethereum, operator, 'setSuffix', ['other.test'])
  for (const [at, person] of people.entries()) {
    const args = [labelToTokenId(`tidewater${at}`), person.address, at === 0] as const
    await callRegistry(ethereum, person, 'register', args, 10n ** 17n)
  }
})
afterEach(() => server.close())
afterAll(async () => {
  await chain.stop()
  await ethereum.stop()
})

const open = (ens: object) =>
  testServer({
    names: { ...nameSettings(chain).names, ...ens },
    networks: [chain.network],
  })

const readNames = async () => {
  const accounts = [ada, ...ethereum.people].map(({ address }) => address)
  const url = `/api/names/reverse?addresses=${accounts}`
  const { status, data } = await server.get(url)
  expect(status).toBe(200)
  return accounts.map((account) => data[account.toLowerCase()])
}

const ofAda = {
  ...{ name: 'quiet-shore', full_name: 'quiet-shore.plate.test', source: 'names' },
}

test('an account without a name of this site has the one of ENS, if it has one', async () => {
  server = await open({
    ...{ ens_rpc_url: ethereum.url, ens_universal_resolver: ethereum.resolver },
  })
  await giveName(server, chain)
  const name = 'tidewater0.other.test'
  const expected = [ofAda, { name, full_name: name, source: 'ens' }, undefined]
  expect(await readNames()).toEqual(expected)
})

test('names of this site are shown while ENS cannot be read, and without it', async () => {
  for (const ens of [{ ens_rpc_url: 'http://127.0.0.1:9' }, {}]) {
    server = await open(ens)
    await giveName(server, chain)
    expect(await readNames()).toEqual([ofAda, undefined, undefined])
    await server.close()
  }
  server = await open({})
})

test('a name of ENS is shown in its normal form only, and not where it could be of this site', () => {
  const isShown = (name: string) => isShownEnsName(name, 'plate.test')
  expect(isShown('tidewater.eth')).toBe(true)
  for (const name of [
    ...['Tidewater.eth', 'tide\u200bwater.eth', 'tidew\u0430ter.eth', 'tidewater'],
    ...['tidewater.plate.test', `${'a'.repeat(61)}.eth`],
  ])
    expect([name, isShown(name)]).toEqual([name, false])
})
