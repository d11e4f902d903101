import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addEnsContracts } from '@ensdomains/ensjs'
import {
  getAddressRecord,
  getName,
  getRecords,
  getTextRecord,
} from '@ensdomains/ensjs/public'
import { nameDeploymentPlan } from '@platemark/abi/deploy-names'
import { offchainNameResolverAbi } from '@platemark/abi/offchain-name-resolver'
import { labelToTokenId } from '@platemark/rules/name-label'
import { EnsPlugin, JsonRpcProvider, Network } from 'ethers'
import {
  type Address,
  type Chain,
  createPublicClient,
  encodeFunctionData,
  type Hex,
  http,
  maxUint256,
  pad,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import { normalize } from 'viem/ens'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EmptyChain, emptyChain } from '../../apps/server/test/chain.ts'
import { listen } from '../../apps/server/test/listen.ts'
import {
  callRegistry,
  type NameChain,
  nameChain,
  send,
} from '../../apps/server/test/name-chain.ts'
import { type TestServer, testServer } from '../../apps/server/test/server.ts'
import { deployAccount } from '../../apps/server/test/session/accounts.ts'
import { universalResolverCode } from './universal-resolver-code.ts'

const NAME = 'quiet-shore.plate.test'
const FREE = 'free-shore.plate.test'
const id = labelToTokenId('quiet-shore')
const URL_RECORD = 'https://example.org'
const OTHER_CHAIN = 10
const key = generatePrivateKey()

let home: NameChain
let ens: EmptyChain
let offchain: Address
let universal: Address
let owner: Address
let server: TestServer
let forger: TestServer
let gateway: string

beforeAll(async () => {
  ;[home, ens] = await Promise.all([nameChain(31_337), emptyChain(1)])
  const [alice] = home.people
  owner = alice.address
  const avatar = `eip155:31337/erc721:${home.registry}/${id}`
  const [keys, values] = [
    ['url', 'avatar'],
    [URL_RECORD, avatar],
  ]
  const args = [id, owner, true, keys ?? [], values ?? []] as const
  await callRegistry(home, alice, 'registerWithRecords', args, 10n ** 16n)
  const { offchainResolver } = nameDeploymentPlan(home.operator.address)
  offchain = offchainResolver.address
  await send(ens, home.operator, offchainResolver.to, offchainResolver.data)
  await callOffchain('setSigner', [privateKeyToAccount(key).address, maxUint256])
  universal = await deployAccount(ens, universalResolverCode.creation, pad(offchain))
  server = await startGateway(key)
  forger = await startGateway(generatePrivateKey())
  gateway = await urlOf(server)
}, 60_000)
afterAll(async () => {
  await Promise.all([server.close(), forger.close()])
  await Promise.all([home.stop(), ens.stop()])
})

/** The look-ups of a library on one chain. */
type Library = {
  address(name: string): Promise<string | null>
  addressOn(name: string, chainId: number): Promise<string | null>
  text(name: string, record: string): Promise<string | null>
  name(address: Address): Promise<string | null>
  avatar(name: string): Promise<string | null>
}

type Placed = { url: string; id: number; resolver: Address }

function viem(place: Placed): Library {
  const client = createPublicClient({
    chain: viemChain(place),
    transport: http(place.url),
  })
  return {
    address: (name) => client.getEnsAddress({ name }),
    addressOn: (name, chainId) =>
      client.getEnsAddress({ name, coinType: 2n ** 31n + BigInt(chainId) }),
    text: (name, record) => client.getEnsText({ name, key: record }),
    name: (address) => client.getEnsName({ address }),
    avatar: (name) => client.getEnsAvatar({ name }),
  }
}

function ensjs(place: Placed): Library {
  // The library names its chains; its functions take any chain with the contracts.
  const known = addEnsContracts(mainnet)
  const { contracts, ...own } = viemChain(place)
  const chain = { ...known, ...own, contracts: { ...known.contracts, ...contracts } }
  const client = createPublicClient({
    chain: chain as typeof known,
    transport: http(place.url),
  })
  const text = (name: string, record: string) =>
    getTextRecord(client, { name, key: record })
  return {
    address: async (name) => (await getAddressRecord(client, { name }))?.value ?? null,
    addressOn: async (name, chainId) => {
      const coin = 2 ** 31 + chainId
      return (await getAddressRecord(client, { name, coin }))?.value ?? null
    },
    text,
    name: async (address) => (await getName(client, { address }))?.name ?? null,
    // It has no function that follows the record to its picture.
    avatar: (name) => text(name, 'avatar'),
  }
}

function ethers({ url, id: chainId, resolver }: Placed): Library {
  const network = new Network('own', chainId).attachPlugin(
    new EnsPlugin(resolver, chainId),
  )
  const provider = new JsonRpcProvider(url, network, { staticNetwork: network })
  return {
    address: (name) => provider.resolveName(name),
    addressOn: async (name, other) =>
      (await (await provider.getResolver(name))?.getAddress(2n ** 31n + BigInt(other))) ??
      null,
    text: async (name, record) =>
      (await (await provider.getResolver(name))?.getText(record)) ?? null,
    name: (address) => provider.lookupAddress(address),
    avatar: async (name) => provider.getAvatar(name),
  }
}

const libraries = [
  ['viem', viem],
  ['@ensdomains/ensjs', ensjs],
  ['ethers', ethers],
] as const

const atHome = (): Placed => ({ url: home.url, id: 31_337, resolver: home.resolver })
const atEns = (): Placed => ({ url: ens.url, id: 1, resolver: universal })

describe.each(libraries)('%s on the home chain', (library, open) => {
  test('finds the address of a name, for other networks too', async () => {
    const found = open(atHome())
    expect(await found.address(NAME)).toBe(owner)
    expect(String(await found.addressOn(NAME, OTHER_CHAIN)).toLowerCase()).toBe(
      owner.toLowerCase(),
    )
    expect(await found.address(normalize('Quiet-Shore.plate.test'))).toBe(owner)
    expect(await found.address(FREE)).toBeNull()
  })

  test('finds texts and the picture of a token', async () => {
    const found = open(atHome())
    expect(await found.text(NAME, 'url')).toBe(URL_RECORD)
    expect(await found.text(NAME, 'description')).toBeFalsy()
    expect(await found.avatar(NAME)).toMatch(
      library === '@ensdomains/ensjs' ? /^eip155:/ : /^data:image\/svg/,
    )
  })

  test('finds the name of an address', async () => {
    const found = open(atHome())
    // ethers 6 reads `addr.reverse` in the registry of ENS, which no other chain has.
    if (library === 'ethers') {
      expect(await found.name(owner).catch(() => null)).toBeNull()
      return
    }
    expect(await found.name(owner)).toBe(NAME)
    expect(await found.name(home.people[1].address)).toBeNull()
  })
})

describe.each(libraries)('%s on the chain of ENS', (library, open) => {
  test.each([
    ['GET', () => [gateway, `${gateway}#`]],
    ['POST', () => [postUrl(), postUrl()]],
    ['the second URL when the first is down', () => [downUrl, gateway]],
  ])('finds records through the gateway by %s', async (_, urls) => {
    await callOffchain('setUrls', [urls()])
    const found = open(atEns())
    expect(await found.address(NAME)).toBe(owner)
    expect(await found.text(NAME, 'url')).toBe(URL_RECORD)
    expect(await found.address(FREE)).toBeNull()
    if (library === '@ensdomains/ensjs') return
    const onOther = await found.addressOn(NAME, OTHER_CHAIN)
    expect(String(onOther).toLowerCase()).toBe(owner.toLowerCase())
  })

  test('takes no answer of another key', async () => {
    const url = await urlOf(forger)
    await callOffchain('setUrls', [[url, url]])
    expect(await refused(open(atEns()))).toBe(true)
  })

  test('takes no answer that has expired', async () => {
    await callOffchain('setUrls', [[gateway, gateway]])
    server.clock.advance(-120_000)
    expect(await refused(open(atEns()))).toBe(true)
    server.clock.advance(120_000)
    expect(await refused(open(atEns()))).toBe(false)
  })
})

test('ensjs reads many records in one call, at home and through the gateway', async () => {
  await callOffchain('setUrls', [[gateway, gateway]])
  for (const place of [atHome(), atEns()]) {
    const known = addEnsContracts(mainnet)
    const { contracts, ...own } = viemChain(place)
    const chain = { ...known, ...own, contracts: { ...known.contracts, ...contracts } }
    const client = createPublicClient({
      ...{ chain: chain as typeof known, transport: http(place.url) },
    })
    const records = await getRecords(client, {
      ...{ name: NAME, texts: ['url', 'description'], coins: ['ETH'], contentHash: true },
    })
    expect(records.texts).toEqual([{ key: 'url', value: URL_RECORD }])
    expect(records.coins).toMatchObject([{ id: 60, value: owner }])
  }
})

/** True where the library throws or finds nothing. */
async function refused(library: Library): Promise<boolean> {
  return (await library.address(NAME).catch(() => null)) === null
}

function viemChain({ url, id: chainId, resolver }: Placed): Chain {
  return {
    ...{ id: chainId, name: 'Own', rpcUrls: { default: { http: [url] } } },
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    contracts: { ensUniversalResolver: { address: resolver } },
  }
}

/** Nothing listens there. */
const downUrl = 'http://127.0.0.1:9/{sender}/{data}.json'
const postUrl = () => `${new URL(gateway).origin}/api/ens`

async function urlOf({ app }: TestServer): Promise<string> {
  return `${(await listen(app)).url}/api/ens/{sender}/{data}.json`
}

/** Starts a real server whose gateway signs with this key. */
async function startGateway(privateKey: Hex): Promise<TestServer> {
  const { address } = privateKeyToAccount(privateKey)
  const file = join(process.env.PLATEMARK_TEST_RUN ?? '', `key-${address}`)
  writeFileSync(file, privateKey, { mode: 0o600 })
  const other = `0x${'1'.repeat(40)}` as const
  return testServer({
    networks: [
      {
        ...{ alias: 'local', id: 31_337, name: 'Local', rpc_urls: [home.url] },
        ...{ is_demo: true, native_currency: { name: 'Ether', symbol: 'ETH' } },
        contracts: { factory: other, payouts: other, start_block: 0 },
      },
    ],
    names: {
      ...{ chain: 'local', owner: home.operator.address },
      ...{ gateway_resolver: offchain, gateway_key_file: file },
    },
  })
}

type OffchainCall =
  | ['setSigner', readonly [Address, bigint]]
  | ['setUrls', readonly [readonly string[]]]

async function callOffchain(...[functionName, args]: OffchainCall): Promise<void> {
  const abi = offchainNameResolverAbi
  const data =
    functionName === 'setUrls'
      ? encodeFunctionData({ abi, functionName, args })
      : encodeFunctionData({ abi, functionName, args })
  await send(ens, home.operator, offchain, data)
}
