import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nameRegistryAbi } from '@platemark/abi/name-registry'
import { labelToTokenId } from '@platemark/rules/name-label'
import { createClient, http } from 'viem'
import { getEnsAddress, readContract } from 'viem/actions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorAccount } from './accounts.ts'
import { type KeptChain, keepChain } from './chain.ts'
import { deployNames } from './deploy-names.ts'
import { freePort } from './ports.ts'

const folder = mkdtempSync(join(tmpdir(), 'platemark-deploy-names-'))
let chain: KeptChain

beforeAll(async () => {
  chain = await keepChain({
    id: 31_337,
    port: await freePort(),
    folder,
    bornAt: Math.floor(Date.now() / 1000),
    log: () => {},
    onLost: () => {},
  })
})
afterAll(async () => {
  await chain.stop()
  rmSync(folder, { recursive: true })
})

test('names are put on a chain once, with their suffix and reserved words, and are for sale', async () => {
  const { registry, resolver } = await deployNames(chain, operatorAccount())
  const client = createClient({ transport: http(chain.url) })
  const at = { address: registry, abi: nameRegistryAbi } as const
  expect(await readContract(client, { ...at, functionName: 'suffix' })).toBe('plate.test')
  expect(await readContract(client, { ...at, functionName: 'isPaused' })).toBe(false)
  const ids = ['studio', 'check', 'platemark', 'p1atemark', 'quiet-shore']
  const args = [ids.map(labelToTokenId)] as const
  expect(
    await readContract(client, { ...at, functionName: 'availability', args }),
  ).toEqual([false, false, false, false, true])
  const name = { name: 'quiet-shore.plate.test', universalResolverAddress: resolver }
  expect(await getEnsAddress(client, name)).toBeNull()

  const head = await chain.call('eth_blockNumber')
  await deployNames(chain, operatorAccount())
  expect(await chain.call('eth_blockNumber')).toBe(head)
}, 60_000)
