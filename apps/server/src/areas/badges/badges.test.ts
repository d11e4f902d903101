import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { campaignBadgesAbi } from '@platemark/abi/campaign-badges'
import { badgeDeploymentPlan } from '@platemark/abi/deploy-badges'
import { encodeFunctionData, maxUint256 } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestChain, testChain } from '../../../test/chain.ts'
import { launcher, startTestIndexer } from '../../../test/collections/launch.ts'
import { ada, bob, type TestServer, testServer } from '../../../test/server.ts'
import { listVoucherKeyProblems, requireVoucherKeys } from './check-voucher-keys.ts'
import {
  findMintedBadges,
  isBadgeMinted,
  type SignedVoucher,
  signVoucher,
  simulateClaim,
} from './service.ts'

const key = generatePrivateKey()
const reward = { campaign: 'quiet-shore-card', reward: 'full', chainId: 31_337 }

let chain: TestChain
let server: TestServer
let indexer: ReturnType<typeof startTestIndexer>
let empty: `0x${string}`
let launch: ReturnType<typeof launcher>
const badges = { address: '0x' as `0x${string}` }

beforeAll(async () => {
  chain = await testChain()
  launch = launcher(chain)
  await launch.fund(ada, bob)
  const plan = badgeDeploymentPlan(chain.owner.address)
  badges.address = plan.address
  await launch.send(chain.owner, plan.to, plan.data)
  server = await testServer(settings({ badges: { voucher_key_file: keyFile(key) } }))
})
beforeEach(async () => {
  empty = await chain.client.snapshot()
  await server.reset()
  indexer = startTestIndexer(server)
})
afterEach(async () => {
  await indexer.stop()
  await chain.client.revert({ id: empty })
})
afterAll(async () => {
  await server.close()
  await chain.stop()
})

const settings = (more: object = {}) => ({
  networks: [
    {
      ...chain.network,
      contracts: { ...chain.contracts, badges: badges.address },
    },
  ],
  ...more,
})

function keyFile(text: string): string {
  const path = join(process.env.PLATEMARK_TEST_RUN ?? '', `voucher-${Math.random()}.keys`)
  writeFileSync(path, text)
  chmodSync(path, 0o600)
  return path
}

const byOwner = (functionName: 'setSigner' | 'setBaseUri', args: readonly unknown[]) => {
  // Safe: the tests pass the arguments of the function.
  const call = { abi: campaignBadgesAbi, functionName, args } as never
  return launch.send(chain.owner, badges.address, encodeFunctionData(call))
}

const open = async () => {
  await byOwner('setSigner', [privateKeyToAddress(key), maxUint256])
  await byOwner('setBaseUri', ['http://localhost:3000/api/badges/'])
}

const sign = (terms: Partial<Parameters<typeof signVoucher>[1]> = {}) => {
  const deadline = new Date(Date.now() + 86_400_000)
  const whole = { ...reward, account: ada.address, nonce: 1n, deadline, ...terms }
  return signVoucher(server.context, whole)
}

const claim = (account: typeof ada, { voucher, signature }: SignedVoucher) => {
  const sent = {
    ...voucher,
    nonce: BigInt(voucher.nonce),
    deadline: BigInt(voucher.deadline),
  }
  const args = [sent, signature] as const
  const data = encodeFunctionData({ abi: campaignBadgesAbi, functionName: 'claim', args })
  return launch.send(account, badges.address, data)
}

test('a voucher gives its account the badge, which the index has until the block is replaced', async () => {
  await open()
  const before = await chain.client.snapshot()
  const signed = await sign()
  expect(signed).toMatchObject({ contract: badges.address, chain_id: 31_337 })
  await expect(claim(bob, signed)).rejects.toThrow()
  const { transactionHash } = await claim(ada, signed)
  await expect(claim(ada, signed)).rejects.toThrow()
  await indexer.caughtUp(chain)
  const of = { ...reward, account: ada.address }
  expect(await findMintedBadges(server.database, of)).toEqual([
    expect.objectContaining({
      reward_id: signed.voucher.rewardId,
      tx_hash: transactionHash,
    }),
  ])
  expect(await isBadgeMinted(server.database, of)).toBe(true)
  expect(await isBadgeMinted(server.database, { ...of, reward: 'half' })).toBe(false)
  expect(await isBadgeMinted(server.database, { ...of, account: bob.address })).toBe(
    false,
  )
  await chain.client.revert({ id: before })
  await chain.client.mine({ blocks: 3 })
  await indexer.caughtUp(chain)
  expect(await isBadgeMinted(server.database, of)).toBe(false)
})

test('a burnt badge is not held any more, until a voucher with a higher nonce brings it back', async () => {
  await open()
  await claim(ada, await sign())
  await indexer.caughtUp(chain)
  const of = { ...reward, account: ada.address }
  const [held] = await findMintedBadges(server.database, of)
  const args = [BigInt(held?.token_id ?? 0)] as const
  const burn = encodeFunctionData({ abi: campaignBadgesAbi, functionName: 'burn', args })
  await launch.send(ada, badges.address, burn)
  await indexer.caughtUp(chain)
  expect(await isBadgeMinted(server.database, of)).toBe(false)
  await claim(ada, await sign({ nonce: 2n }))
  await indexer.caughtUp(chain)
  expect(await isBadgeMinted(server.database, of)).toBe(true)
})

test('a simulated claim names what is missing', async () => {
  const problems = () => simulateClaim(server.context, reward)
  expect(await problems()).toEqual([
    expect.stringContaining('does not accept the key of this server'),
    expect.stringContaining('has no base URI'),
  ])
  await open()
  expect(await problems()).toEqual([])
  expect(await simulateClaim(server.context, { ...reward, chainId: 5 })).toEqual([
    'Network 5 is not enabled.',
  ])
  const keyless = { ...server.context.configuration, badges: { signers: [] } }
  const without = { ...server.context, configuration: keyless }
  expect(await simulateClaim(without, reward)).toEqual([
    'No key signs vouchers (badges.voucher_key_file).',
  ])
  const terms = { ...reward, account: ada.address, nonce: 1n, deadline: new Date() }
  await expect(signVoucher(without, terms)).rejects.toThrow('Badges cannot be given')
})

test('after a change of keys the new one signs from its time on', async () => {
  const next = generatePrivateKey()
  const later = new Date(Date.now() + 3_600_000).toISOString()
  const file = keyFile(`${key}\n${next} ${later}\n`)
  const { configuration } = server.context
  const [, second] = await import('../../configuration/signing-keys.ts').then((module) =>
    module.readSigningKeys({
      ...{ field: 'badges.voucher_key_file', variable: 'X', user: 'It' },
      ...{ file, environment: {} },
    }),
  )
  expect(second?.account.address).toBe(privateKeyToAddress(next))
  const [first] = configuration.badges.signers
  if (!first || !second) throw new Error('two keys are expected')
  const rotated = { ...configuration, badges: { signers: [first, second] } }
  const context = { ...server.context, configuration: rotated }
  await byOwner('setSigner', [privateKeyToAddress(next), maxUint256])
  const problems = await simulateClaim(context, reward)
  expect(problems[0]).toContain('does not accept the key')
  server.clock.advance(3_700_000)
  expect(await simulateClaim(context, reward)).toEqual([
    expect.stringContaining('has no base URI'),
  ])
  server.clock.advance(-3_700_000)
})

test('a key that everyone knows, holds coins or owns the contract may not sign', async () => {
  const at = (address: `0x${string}`) => {
    const chains = server.context.chains.map((one) => ({ ...one, isDemo: false }))
    const signers = [{ account: { address } as never, from: new Date(0) }]
    const configuration = { ...server.context.configuration, badges: { signers } }
    return { ...server.context, chains, configuration }
  }
  expect(await listVoucherKeyProblems(at(bob.address))).toEqual([
    expect.stringContaining('holds coins on Local'),
  ])
  expect(await listVoucherKeyProblems(at(chain.owner.address))).toEqual([
    expect.stringMatching(/is one of those that everyone knows/),
  ])
  await expect(requireVoucherKeys(at(bob.address))).rejects.toThrow(
    'used for nothing else',
  )
  await requireVoucherKeys(server.context)
})
