import { nameDeploymentPlan } from '@platemark/abi/deploy-names'
import { nameRegistryAbi } from '@platemark/abi/name-registry'
import { offchainNameResolverAbi } from '@platemark/abi/offchain-name-resolver'
import { labelToTokenId } from '@platemark/rules/name-label'
import {
  type Address,
  concat,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  type Hex,
  keccak256,
  maxUint256,
  numberToHex,
  parseAbi,
  toHex,
} from 'viem'
import {
  generatePrivateKey,
  type PrivateKeyAccount,
  privateKeyToAccount,
  sign,
} from 'viem/accounts'
import { namehash, packetToBytes } from 'viem/ens'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startHttpServer } from '../../apps/server/test/listen.ts'
import {
  callRegistry,
  type NameChain,
  nameChain,
  send,
} from '../../apps/server/test/name-chain.ts'

const lantern = labelToTokenId('lantern')
const price = 2n * 10n ** 15n
const addrAbi = parseAbi(['function addr(bytes32) view returns (address)'])
const resolveAbi = parseAbi([
  'function resolve(bytes name, bytes request) view returns (bytes)',
])

let home: NameChain
let alice: PrivateKeyAccount
let bob: PrivateKeyAccount

beforeAll(async () => {
  home = await nameChain(31_337)
  ;[alice, bob] = home.people
  await callRegistry(home, alice, 'register', [lantern, alice.address, true], price)
})

afterAll(() => home.stop())

const atHome = () => ({ universalResolverAddress: home.resolver })
const findAddress = (name: string) => home.client.getEnsAddress({ ...atHome(), name })
const findName = (address: Address) => home.client.getEnsName({ ...atHome(), address })
const findText = (key: string) =>
  home.client.getEnsText({ ...atHome(), name: 'lantern.plate.test', key })

test('the contracts have the planned code at the planned addresses', async () => {
  const { registry, resolver } = nameDeploymentPlan(home.operator.address)
  for (const { address, codeHash } of [registry, resolver]) {
    const code = await home.client.getCode({ address })
    expect(code && keccak256(code)).toBe(codeHash)
  }
  const other = nameDeploymentPlan(alice.address)
  expect(other.registry.address).not.toBe(registry.address)
  expect(other.resolver.address).not.toBe(resolver.address)
})

test('viem finds the address of a name, and the name of an address', async () => {
  expect(await findAddress('lantern.plate.test')).toBe(alice.address)
  expect(await findName(alice.address)).toBe('lantern.plate.test')
  expect(await findName(bob.address)).toBeNull()
})

test('viem finds nothing for a name without an owner or with another suffix', async () => {
  expect(await findAddress('harbor.plate.test')).toBeNull()
  expect(await findAddress('lantern.eth')).toBeNull()
  expect(await findAddress('deep.lantern.plate.test')).toBeNull()
})

test('viem finds addresses of other networks and texts', async () => {
  const bitcoin = '0x76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac'
  await callRegistry(home, alice, 'setAddr', [lantern, 0n, bitcoin])
  await callRegistry(home, alice, 'setTexts', [lantern, ['url'], ['https://example.org']])
  expect(await findText('url')).toBe('https://example.org')
  expect(await findText('avatar')).toBeNull()
  const name = 'lantern.plate.test'
  const read = (coinType: bigint) =>
    home.client.readContract({
      address: home.registry,
      abi: nameRegistryAbi,
      functionName: 'addr',
      args: [lantern, coinType],
    })
  expect(await read(0n)).toBe(bitcoin)
  const onOptimism = { ...atHome(), name, coinType: 2n ** 31n + 10n }
  const address = await home.client.getEnsAddress(onOptimism)
  expect(address && getAddress(address)).toBe(alice.address)
})

test('an account delegated by EIP-7702 owns and resolves like any key', async () => {
  await home.client.setCode({
    address: alice.address,
    bytecode: concat(['0xef0100', home.registry]),
  })
  expect(await findAddress('lantern.plate.test')).toBe(alice.address)
  expect(await findName(alice.address)).toBe('lantern.plate.test')
  await home.client.setCode({ address: alice.address, bytecode: '0x' })
})

test('after a transfer the name leads to the new owner and shows nothing of the old one', async () => {
  const id = labelToTokenId('nightjar')
  await callRegistry(home, bob, 'register', [id, bob.address, true], price)
  await callRegistry(home, bob, 'setTexts', [id, ['url'], ['https://example.org']])
  await callRegistry(home, bob, 'transferFrom', [bob.address, alice.address, id])
  const name = 'nightjar.plate.test'
  expect(await findAddress(name)).toBe(alice.address)
  expect(await home.client.getEnsText({ ...atHome(), name, key: 'url' })).toBeNull()
  expect(await findName(bob.address)).toBeNull()
})

test('viem asks a gateway for a name on another chain, and takes only what its key signed', async () => {
  const gatewayKey = generatePrivateKey()
  const { offchainResolver } = nameDeploymentPlan(home.operator.address)
  const resolver = offchainResolver.address
  let key: Hex = generatePrivateKey()
  const gateway = await startGateway(async (request) => answer(resolver, request, key))
  const url = `${gateway.url}/{sender}/{data}.json`
  try {
    await send(home, home.operator, offchainResolver.to, offchainResolver.data)
    const urls = encodeFunctionData({
      abi: offchainNameResolverAbi,
      functionName: 'setUrls',
      // Nothing listens at the first: clients go on to the second.
      args: [['http://127.0.0.1:9/{sender}/{data}.json', url]],
    })
    await send(home, home.operator, resolver, urls)
    const signer = encodeFunctionData({
      abi: offchainNameResolverAbi,
      functionName: 'setSigner',
      args: [privateKeyToAccount(gatewayKey).address, maxUint256],
    })
    await send(home, home.operator, resolver, signer)

    const resolve = () =>
      home.client.readContract({
        address: resolver,
        abi: resolveAbi,
        functionName: 'resolve',
        args: [
          toHex(packetToBytes('lantern.plate.eth')),
          encodeFunctionData({ abi: addrAbi, args: [namehash('lantern.plate.eth')] }),
        ],
      })
    await expect(resolve()).rejects.toThrow()
    key = gatewayKey
    expect(await resolve()).toBe(
      encodeAbiParameters([{ type: 'address' }], [alice.address]),
    )
  } finally {
    await gateway.close()
  }
})

/** Signs the address of a name as a gateway does. */
async function answer(resolver: Address, request: Hex, privateKey: Hex): Promise<Hex> {
  const { args } = decodeFunctionData({ abi: resolveAbi, data: request })
  expect(args[0]).toBe(toHex(packetToBytes('lantern.plate.eth')))
  const result = encodeAbiParameters([{ type: 'address' }], [alice.address])
  const { timestamp } = await home.client.getBlock()
  const expires = timestamp + 60n
  const hash = keccak256(
    concat([
      '0x1900',
      resolver,
      numberToHex(expires, { size: 8 }),
      keccak256(request),
      keccak256(result),
    ]),
  )
  const signature = await sign({ hash, privateKey, to: 'hex' })
  return encodeAbiParameters(
    [{ type: 'bytes' }, { type: 'uint64' }, { type: 'bytes' }],
    [result, expires, signature],
  )
}

/** An HTTP server by ERC-3668: GET /{sender}/{data}.json. */
function startGateway(respond: (request: Hex) => Promise<Hex>) {
  return startHttpServer(async (request, response) => {
    // Safe: the resolver's URL has this form.
    const data = request.url?.split('/')[2]?.replace('.json', '') as Hex
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ data: await respond(data) }))
  })
}
