import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { collectionFactoryAbi } from '@platemark/abi/collection-factory'
import { deployedAddresses, deploymentPlan } from '@platemark/abi/deploy'
import { platformAbi } from '@platemark/abi/platform'
import { createClient, http } from 'viem'
import { readContract } from 'viem/actions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorAccount } from './accounts.ts'
import { type KeptChain, keepChain } from './chain.ts'
import { openDataFolder } from './data-folder.ts'
import { deployContracts, requireOwnContracts } from './deploy.ts'
import { freePort } from './ports.ts'

const base = mkdtempSync(join(tmpdir(), 'platemark-deploy-'))
const account = operatorAccount()
const deployer = { account, mintFeeWei: 3_000_000_000n }
const { factory, payouts, platform } = deployedAddresses(deploymentPlan(account.address))
let chain: KeptChain

beforeAll(async () => {
  chain = await keepChain({
    id: 31_337,
    port: await freePort(),
    folder: join(base, 'chains'),
    bornAt: Math.floor(Date.now() / 1000),
    log: () => {},
    onLost: () => {},
  })
})
afterAll(async () => {
  await chain.stop()
  rmSync(base, { recursive: true })
})

test('the contracts are put on a chain once, with their fee and its recipient', async () => {
  await chain.call('anvil_mine', '0x5')
  const folder = openDataFolder(join(base, 'first'), false)
  const deployed = await deployContracts(chain, folder, deployer)
  expect(deployed).toEqual({ factory, payouts, startBlock: 5 })
  const client = createClient({ transport: http(chain.url) })
  const at = { address: factory, abi: collectionFactoryAbi } as const
  expect(await readContract(client, { ...at, functionName: 'mintFee' })).toBe(
    deployer.mintFeeWei,
  )
  const recipient = { abi: platformAbi, functionName: 'feeRecipient' } as const
  expect(await readContract(client, { address: platform, ...recipient })).toBe(
    account.address,
  )

  const head = await chain.call('eth_blockNumber')
  expect(await deployContracts(chain, folder, deployer)).toEqual(deployed)
  expect(await chain.call('eth_blockNumber')).toBe(head)
  folder.unlock()
})

test('what a start that was cut short has made is kept, and read from the first block', async () => {
  const folder = openDataFolder(join(base, 'second'), false)
  expect(await deployContracts(chain, folder, deployer)).toEqual({
    factory,
    payouts,
    startBlock: 0,
  })
  folder.unlock()
})

test('a folder with contracts of another version is refused with what to do', () => {
  const folder = openDataFolder(join(base, 'third'), false)
  const refuse = () => requireOwnContracts(folder, [31_337, 31_338], account.address)
  refuse()
  folder.writeValue('contracts-31337', { factory, payouts, startBlock: 1 })
  refuse()
  folder.writeValue('contracts-31338', { factory: payouts, payouts, startBlock: 1 })
  expect(refuse).toThrow(
    /are of another version of Platemark\. Start afresh with --reset/,
  )
  folder.unlock()
})
