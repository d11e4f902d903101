import { nameRegistryAbi } from '@platemark/abi/name-registry'
import {
  commitData,
  hashRegistration,
  packLabel,
  registerData,
} from '@platemark/mint/names/name-calls'
import {
  chooseRegistrationStep,
  readRegistration,
} from '@platemark/mint/names/read-registration'
import { resolveName } from '@platemark/mint/names/resolve-name'
import { labelToTokenId } from '@platemark/rules/name-label'
import { zeroHash } from 'viem'
import { readContract } from 'viem/actions'
import { afterAll, expect, test } from 'vitest'
import { callRegistry, nameChain, send } from '../../apps/server/test/name-chain.ts'

const chain = await nameChain(31_337)
afterAll(() => chain.stop())
const [buyer, rival] = chain.people
const { registry } = chain
const scope = { account: buyer.address, chainId: 31_337, contract: registry }
const rpc = (method: string, params: readonly unknown[]) =>
  chain.client.request({ method, params } as never) as Promise<unknown>

const readStep = async (name: string, commitment: `0x${string}` | null = null) => {
  const facts = await readRegistration({
    ...{ rpc, contract: registry, blockTag: 'pending', account: buyer.address },
    ...{ name, commitment },
  })
  return { facts, ...chooseRegistrationStep(facts, buyer.address) }
}

test('a label has the token id that the rules give it', () => {
  expect(packLabel('quiet-shore')).toBe(labelToTokenId('quiet-shore'))
})

test('a free name is registered, and belongs to the account then', async () => {
  const { step, facts } = await readStep('quiet-shore')
  expect(step).toBe('register')
  expect(facts).toMatchObject({ owner: null, isReserved: false, needsCommitment: false })
  const pending = { ...scope, name: 'quiet-shore', secret: null, hash: null }
  const data = registerData({ ...pending, isPrimary: true })
  await send(chain, buyer, registry, data, facts.priceWei)
  expect((await readStep('quiet-shore')).step).toBe('registered')
  const reading = { rpc, registry, blockTag: 'latest', chainId: 31_337 } as const
  expect(await resolveName('quiet-shore', reading)).toBe(buyer.address)
  expect(await resolveName('quiet-shore-2', reading)).toBeNull()
})

test('a name of another account, a reserved one and a closed sale are seen before the wallet opens', async () => {
  const taken = packLabel('quiet-shore-taken')
  const price = (await readStep('quiet-shore-taken')).facts.priceWei
  await callRegistry(chain, rival, 'register', [taken, rival.address, false], price)
  expect((await readStep('quiet-shore-taken')).step).toBe('taken')
  const { operator } = chain
  await callRegistry(chain, operator, 'setReserved', [
    [packLabel('quiet-shore-kept')],
    true,
  ])
  expect((await readStep('quiet-shore-kept')).step).toBe('reserved')
  await callRegistry(chain, operator, 'pause', [true])
  expect((await readStep('quiet-shore-3')).step).toBe('paused')
  await callRegistry(chain, operator, 'pause', [false])
})

test('a commitment is hashed as the registry does it, waits a minute of block time and expires after a day', async () => {
  await callRegistry(chain, chain.operator, 'requireCommitments', [])
  const name = 'quiet-shore-hidden'
  const secret = `0x${'5a'.repeat(32)}` as const
  const commitment = hashRegistration(scope, { name, isPrimary: false }, secret)
  const registration = {
    ...{ tokenId: packLabel(name), to: buyer.address, setPrimary: false },
    ...{ keys: [], values: [] },
  }
  expect(
    await readContract(chain.client, {
      ...{ address: registry, abi: nameRegistryAbi, functionName: 'hashCommitment' },
      args: [buyer.address, registration, secret],
    }),
  ).toBe(commitment)
  expect(await readStep(name, commitment)).toMatchObject({
    ...{ step: 'commit', isExpired: false },
  })
  await send(chain, buyer, registry, commitData(commitment))
  expect((await readStep(name, commitment)).step).toBe('wait')
  await rpc('evm_increaseTime', [86_500])
  await rpc('evm_mine', [])
  expect(await readStep(name, commitment)).toMatchObject({
    ...{ step: 'commit', isExpired: true },
  })
  const again = `0x${'5b'.repeat(32)}` as const
  const second = hashRegistration(scope, { name, isPrimary: false }, again)
  await send(chain, buyer, registry, commitData(second))
  await rpc('evm_increaseTime', [61])
  await rpc('evm_mine', [])
  const { step, facts } = await readStep(name, second)
  expect(step).toBe('register')
  const pending = { ...scope, name, isPrimary: false, secret: again, hash: null }
  await send(chain, buyer, registry, registerData(pending), facts.priceWei)
  expect((await readStep(name, second)).step).toBe('registered')
  expect((await readStep(name, zeroHash)).facts.committedAt).toBe(0)
})
