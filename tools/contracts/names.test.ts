import { nameDeploymentPlan } from '@platemark/abi/deploy-names'
import { nameRegistryAbi } from '@platemark/abi/name-registry'
import { offchainNameResolverAbi } from '@platemark/abi/offchain-name-resolver'
import { labelToTokenId } from '@platemark/rules/name-label'
import { keccak256, maxUint256, parseEther, stringToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmptyChain, emptyChain } from '../../apps/server/test/chain.ts'
import { runHere } from '../command-run.ts'
import { runContracts } from './command.ts'

const ownerKey = keccak256(stringToHex('owner of the names'))
const payerKey = keccak256(stringToHex('payer of the names'))
const owner = privateKeyToAccount(ownerKey)
const payer = privateKeyToAccount(payerKey)
const { registry, resolver, offchainResolver } = nameDeploymentPlan(owner.address)
const signer = '0x0000000000000000000000000000000000000101'

let chain: EmptyChain

beforeAll(async () => {
  chain = await emptyChain(31_337)
  for (const { address } of [owner, payer])
    await chain.client.setBalance({ address, value: parseEther('10') })
})
afterAll(() => chain.stop())

test('names are deployed by anyone, and shown what their owner has to send', async () => {
  const { code, output } = await run(
    ['deploy-names', '--suffix', 'harbour.eth', '--open'],
    payerKey,
  )
  expect(code).toBe(0)
  for (const { address, codeHash } of [registry, resolver])
    expect(keccak256((await chain.client.getCode({ address })) ?? '0x')).toBe(codeHash)
  expect(output).toContain(`The owner ${owner.address} still has to send:`)
  expect(output).toContain('setSuffix(harbour.eth)')
  expect(output).toMatch(/setReserved of \d+ names/)
  expect(output).toContain('Sale:          closed')
  expect(output).toMatch(
    /"suffix": "harbour.eth",\n {4}"owner": "0x\w+",\n {4}"start_block"/,
  )
})

test('the owner sets suffix, reserved names and prices, and opens the sale last', async () => {
  const prices = ['--prices', '0.1,0.02,0.003,0.001']
  const args = ['deploy-names', '--suffix', 'harbour.eth', ...prices, '--open']
  const { code, output } = await run(args, ownerKey)
  expect(code).toBe(0)
  expect(output).not.toContain('still has to send')
  const done = output.split('\n').filter((line) => line.startsWith('Done:'))
  expect(done.at(-1)).toContain('opens the sale')
  const at = { address: registry.address, abi: nameRegistryAbi } as const
  const ids = ['studio', 'p1atemark', 'quiet-shore'].map(labelToTokenId)
  const available = { ...at, functionName: 'availability', args: [ids] } as const
  expect(await chain.client.readContract(available)).toEqual([false, false, true])
  const paid = { ...at, functionName: 'priceOf', args: ['quiet-shore'] } as const
  expect(await chain.client.readContract(paid)).toBe(parseEther('0.001'))

  const again = await run(args, ownerKey)
  expect(again.output).not.toContain('Done:')
  const verified = await run(['verify-names'])
  expect(verified.output).toContain('Suffix:        harbour.eth')
  expect(verified.output).toContain('Prices:        0.1, 0.02, 0.003, 0.001 ')
  expect(verified.output).toContain('Not reserved:  none of the list')
  expect(verified.output.trim().split('\n').at(-1)).toMatch(/^OK: /)
})

test('the resolver on the chain of ENS gets gateways and signers, an old one with its end', async () => {
  const urls = ['https://a.example/{sender}/{data}.json', 'https://b.example/api/ens']
  const gateways = urls.flatMap((url) => ['--gateway', url])
  const ens = ['deploy-names', '--ens']
  expect((await run([...ens, ...gateways, '--signer', signer], ownerKey)).code).toBe(0)
  const at = { address: offchainResolver.address, abi: offchainNameResolverAbi } as const
  expect(await chain.client.readContract({ ...at, functionName: 'urls' })).toEqual(urls)
  const accepted = { ...at, functionName: 'acceptedUntil', args: [signer] } as const
  expect(await chain.client.readContract(accepted)).toBe(maxUint256)

  const end = ['--signer', signer, '--until', '2099-01-31T18:00:00Z']
  const { output } = await run([...ens, ...end], ownerKey)
  expect(output).toContain('until 2099-01-31T18:00:00.000Z')
  expect(await chain.client.readContract(accepted)).toBe(
    BigInt(Date.UTC(2099, 0, 31, 18) / 1000),
  )
  const verified = await run(['verify-names', '--ens'])
  expect(verified.output).toContain(`Gateways:      ${urls.join(', ')}`)
})

test('what is not there is named', async () => {
  const other = ['--owner', payer.address]
  const { code, errors } = await run(['verify-names', ...other])
  expect(code).toBe(1)
  expect(errors).toBe('These differ from this version: registry, resolver.\n')
})

test.each([
  [['--suffix', '.eth'], '--suffix: .eth is not a suffix'],
  [['--prices', '1,2,3'], '--prices: 1,2,3 are not prices'],
  [['--prices', '1,2,3,x'], '--prices: 1,2,3,x are not prices'],
  [['--prices', '1,2,3,999999'], '--prices: 1,2,3,999999 are not prices'],
  [['--gateway', 'https://a.example'], '--gateway: Give two to eight https URLs'],
  [['--gateway', 'ftp://a', '--gateway', 'ftp://b'], '--gateway: Give two to eight'],
  [['--ens', '--signer', signer, '--until', 'soon'], '--until: soon is not a UTC time'],
  [['--reserved', 'none.txt'], 'none.txt cannot be read.'],
])('bad input ends with a sentence: %j', async (args, sentence) => {
  const { code, errors } = await run(['deploy-names', ...args], ownerKey)
  expect(code).toBe(1)
  expect(errors).toContain(sentence)
  expect(errors.trim().split('\n')).toHaveLength(1)
})

/** Runs the command in this process. */
function run([verb = '', ...args]: string[], key?: string) {
  const common = ['--rpc', chain.url, '--owner', owner.address]
  return runHere(runContracts, [verb, ...common, ...args], { DEPLOYER_KEY: key })
}
