import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { collectionFactoryAbi } from '@platemark/abi/collection-factory'
import { DEPLOYER } from '@platemark/abi/contract-deployment'
import { deployedAddresses, deploymentPlan } from '@platemark/abi/deploy'
import { platformAbi } from '@platemark/abi/platform'
import {
  encodeFunctionData,
  getContractAddress,
  type Hex,
  keccak256,
  parseEther,
  recoverTransactionAddress,
  stringToHex,
  type TransactionSerializedLegacy,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type EmptyChain, emptyChain } from '../../apps/server/test/chain.ts'
import { runHere, runProcess } from '../command-run.ts'
import { keepChain } from '../local/chain.ts'
import { freePort } from '../local/ports.ts'
import { runContracts } from './command.ts'
import { DEPLOYER_MAKER, DEPLOYER_TRANSACTION } from './deployer.ts'

const ownerKey = keccak256(stringToHex('owner of the contracts'))
const owner = privateKeyToAccount(ownerKey)
const payerKey = keccak256(stringToHex('payer of the gas'))
const payer = privateKeyToAccount(payerKey)
const plan = deploymentPlan(owner.address)
const { platform, drop, factory, payouts } = deployedAddresses(plan)
const recipient = '0x0000000000000000000000000000000000000101'

let chain: EmptyChain
let fresh: Hex

beforeAll(async () => {
  chain = await emptyChain(31_337)
})
beforeEach(async () => {
  if (fresh) await chain.client.revert({ id: fresh })
  fresh = await chain.client.snapshot()
  await chain.client.setBalance({ address: payer.address, value: parseEther('10') })
})
afterAll(() => chain.stop())

describe('deploy', () => {
  test('deploys every contract to the address of the plan, with its code', async () => {
    const { code, output } = await deploy()
    expect(code).toBe(0)
    for (const { address, codeHash, contract } of plan) {
      expect({ contract, hash: keccak256(await codeAt(address)) }).toEqual({
        contract,
        hash: codeHash,
      })
      expect(output).toContain(`${contract.padEnd(10)} ${address}  to be made`)
      expect(output).toContain(`${contract.padEnd(10)} ${address}  made`)
    }
    expect(configurationIn(output)).toEqual({
      contracts: { factory, payouts, start_block: await blockOf(factory) },
    })
  })

  test('shows what the owner still has to send', async () => {
    const { output } = await deploy([
      ...['--fee-recipient', recipient],
      ...['--mint-fee', '0.0001'],
    ])
    const fee = encodeFunctionData({
      abi: collectionFactoryAbi,
      functionName: 'setMintFee',
      args: [parseEther('0.0001')],
    })
    const named = encodeFunctionData({
      abi: platformAbi,
      functionName: 'setFeeRecipient',
      args: [recipient],
    })
    expect(output).toContain(`The owner ${owner.address} still has to send:`)
    expect(output).toMatch(new RegExp(`to {3}${platform}\n {4}data ${named}`))
    expect(output).toMatch(new RegExp(`to {3}${factory}\n {4}data ${fee}`))
    expect(await settings()).toEqual([owner.address, zero, 0n])
  })

  test('proposes the owner as recipient where none is given', async () => {
    const { output } = await deploy()
    expect(output).toContain(`setFeeRecipient(${owner.address})`)
    expect(output).toContain('There is no mint fee')
  })

  test("sends the owner's calls with the owner's key", async () => {
    await chain.client.setBalance({ address: owner.address, value: parseEther('10') })
    const wishes = ['--fee-recipient', recipient, '--mint-fee', '0.0001']
    const { code, output } = await deploy(wishes, { DEPLOYER_KEY: ownerKey })
    expect(code).toBe(0)
    expect(output).not.toContain('still has to send')
    expect(await settings()).toEqual([owner.address, recipient, parseEther('0.0001')])

    const again = await deploy(wishes, { DEPLOYER_KEY: ownerKey })
    expect(again.code).toBe(0)
    expect(again.output).not.toContain('Done:')
  })

  test('goes on where an earlier run stopped', async () => {
    for (const { to, data } of plan.slice(0, 3)) {
      const sent = { account: chain.funded[0] ?? null, chain: chain.chain, to, data }
      await mined(await chain.client.sendTransaction(sent))
    }
    const { code, output } = await deploy()
    expect(code).toBe(0)
    expect(output).toMatch(/drop +0x\w+ {2}there already/)
    expect(output).toMatch(/factory +0x\w+ {2}made/)
    expect(await codeAt(payouts)).not.toBe('0x')
  })

  test('sends nothing a second time, and still finds the first block', async () => {
    const { output } = await deploy()
    await chain.client.mine({ blocks: 5 })
    const count = await chain.client.getTransactionCount(payer)
    const again = await deploy()
    expect(again.code).toBe(0)
    expect(await chain.client.getTransactionCount(payer)).toBe(count)
    expect(configurationIn(again.output)).toEqual(configurationIn(output))
  })

  test('prints what to look up where the node keeps no old states', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'platemark-kept-'))
    const kept = { id: 31_337, port: await freePort(), folder, bornAt: 1_700_000_000 }
    const quiet = { log: () => {}, onLost: () => {} }
    const first = await keepChain({ ...kept, ...quiet })
    await first.call('anvil_setBalance', payer.address, '0x8ac7230489e80000')
    const made = await command('deploy', { rpc: first.url })
    await first.stop()
    // A restarted anvil has only its last state.
    const second = await keepChain({ ...kept, ...quiet })
    const { code, output } = await command('deploy', { rpc: second.url })
    await second.stop()
    rmSync(folder, { recursive: true })

    expect([made.code, code]).toEqual([0, 0])
    expect(output).toContain(`Add start_block, the block in which ${factory} was made`)
    expect(output).not.toContain('"start_block"')
  })

  test('gives the same addresses on a chain with another number', async () => {
    const other = await emptyChain(31_338)
    try {
      await other.client.setBalance({ address: payer.address, value: parseEther('10') })
      const { code } = await command('deploy', { rpc: other.url })
      expect(code).toBe(0)
      for (const { address, codeHash } of plan) {
        expect(keccak256((await other.client.getCode({ address })) ?? '0x')).toBe(
          codeHash,
        )
      }
    } finally {
      await other.stop()
    }
  })

  test('stops before it sends anything where other code stands', async () => {
    await chain.client.setCode({ address: drop, bytecode: '0x6001' })
    const { code, errors } = await deploy()
    expect(code).toBe(1)
    expect(errors).toContain(`The code at ${drop}, the address of drop, is not that`)
    expect(await chain.client.getTransactionCount(payer)).toBe(0)
  })

  test('prints how to deploy a missing deployer, and that works', async () => {
    await chain.client.setCode({ address: DEPLOYER, bytecode: '0x' })
    const { code, errors } = await deploy()
    expect(code).toBe(1)
    expect(errors).toContain(`send 0.01 ETH to ${DEPLOYER_MAKER}`)
    expect(errors).toContain(DEPLOYER_TRANSACTION)
    // Safe: the transaction is signed before chain ids were part of one.
    const serializedTransaction = DEPLOYER_TRANSACTION as TransactionSerializedLegacy
    const maker = await recoverTransactionAddress({ serializedTransaction })
    expect(maker).toBe(DEPLOYER_MAKER)
    expect(getContractAddress({ from: maker, nonce: 0n })).toBe(DEPLOYER)

    await chain.client.setBalance({ address: maker, value: parseEther('0.01') })
    await mined(await chain.client.sendRawTransaction({ serializedTransaction }))
    expect((await deploy()).code).toBe(0)
  })

  test('prints the missing amount when the account cannot pay', async () => {
    const value = parseEther('0.000001')
    await chain.client.setBalance({ address: payer.address, value })
    const { code, output, errors } = await deploy()
    expect(code).toBe(1)
    expect(output).toContain(`${payer.address} has 0.000001 ETH`)
    expect(errors).toMatch(new RegExp(`Send at least 0\\.\\d+ ETH to ${payer.address}`))
    expect(await codeAt(platform)).toBe('0x')
  })

  test.each([
    ['no key', undefined, 'A key is needed to sign'],
    ['half a key', payerKey.slice(0, 40), 'must be 64 hexadecimal digits'],
    ['a key of other letters', `0x${'z'.repeat(64)}`, 'must be 64 hexadecimal digits'],
    ['a key that cannot sign', `0x${'0'.repeat(64)}`, 'not one that can sign'],
  ])('refuses %s without repeating it', async (_, key, sentence) => {
    const { code, errors, output } = await deploy([], { DEPLOYER_KEY: key })
    expect(code).toBe(1)
    expect(errors).toContain(sentence)
    if (key) expect(output + errors).not.toContain(key.slice(0, 30))
  })

  test('takes the key from a file, and never shows it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'platemark-key-'))
    const file = join(folder, 'key')
    writeFileSync(file, `${payerKey}\n`, { mode: 0o600 })
    const none = { DEPLOYER_KEY: undefined }
    const { code, output, errors } = await deploy(['--key-file', file], none)
    const missing = await deploy(['--key-file', join(folder, 'none')], none)
    rmSync(folder, { recursive: true })
    expect(code).toBe(0)
    expect(output + errors).not.toContain(payerKey.slice(2))
    expect(missing.errors).toMatch(/^--key-file: \S+ does not exist\.\n$/)
  })
})

describe('verify', () => {
  test('prints OK and the settings', async () => {
    await chain.client.setBalance({ address: owner.address, value: parseEther('10') })
    await deploy(['--fee-recipient', recipient], { DEPLOYER_KEY: ownerKey })
    const { code, output } = await command('verify')
    expect(code).toBe(0)
    expect(output).toContain(`Owner:         ${owner.address}`)
    expect(output).toContain(`Fee recipient: ${recipient}`)
    expect(output).toContain('Mint fee:      0 ETH')
    expect(output.trim().split('\n').at(-1)).toMatch(/^OK: /)
  })

  test('names what is missing and what differs', async () => {
    const { code: missing, errors } = await command('verify')
    expect(missing).toBe(1)
    expect(errors).toContain('platform (nothing there)')

    await deploy()
    await chain.client.setCode({ address: drop, bytecode: '0x6001' })
    const changed = await command('verify')
    expect(changed.code).toBe(1)
    expect(changed.errors).toBe('These differ from this version: drop (other code).\n')
  })
})

describe('bad input ends with a sentence:', () => {
  const rpc = ['--rpc', 'http://127.0.0.1:9']
  const own = ['--owner', owner.address]
  test.each([
    [['mint'], 'Say what to do: npm run contracts -- deploy or verify.'],
    [['deploy', ...own], '--rpc URL is needed'],
    [['deploy', '--rpc', 'ftp://x', ...own], '--rpc: a node is named by'],
    [['deploy', ...rpc], '--owner 0x... is needed.'],
    [
      ['deploy', ...rpc, '--owner', '0x12'],
      '--owner 0x12: 2 digits after 0x, an address has 40.',
    ],
    [
      ['deploy', ...rpc, '--owner', `0x${'0'.repeat(40)}`],
      'The zero address cannot own a contract.',
    ],
    [['deploy', ...rpc, ...own, '--mint-fee', '1e3'], '--mint-fee: 1e3 is not a fee'],
    [['deploy', ...rpc, ...own, '--mint-fee', '0.0000000001'], 'is not a fee'],
    [
      ['deploy', ...rpc, ...own, '--chain-id', 'base'],
      '--chain-id: base is not a chain id',
    ],
    [['verify', ...rpc, ...own, '--key', '1'], "Unknown option '--key'"],
    [['verify', ...rpc, ...own], 'does not answer'],
  ])('%j', async (args, sentence) => {
    const { code, errors } = await run(args, {})
    expect(code).toBe(1)
    expect(errors).toContain(sentence)
    expect(errors.trim().split('\n')).toHaveLength(1)
  })

  test('and exit code 1 of the process', async () => {
    const main = join(import.meta.dirname, 'main.ts')
    const { code, output, errors } = await runProcess(main, ['mint'])
    expect([code, output]).toEqual([1, ''])
    expect(errors).toMatch(/^Say what to do: .*\n$/)
  })

  test('a node of another chain', async () => {
    const { code, errors } = await deploy(['--chain-id', '8453'])
    expect(code).toBe(1)
    expect(errors).toBe('The node at --rpc is on chain 31337, not on 8453.\n')
  })
})

const zero = `0x${'0'.repeat(40)}`

type Environment = Record<string, string | undefined>

const deploy = (args: string[] = [], environment: Environment = {}) =>
  command('deploy', { args, environment })

function command(
  verb: 'deploy' | 'verify',
  {
    rpc = chain.url,
    args = [],
    environment = {},
  }: { rpc?: string; args?: string[]; environment?: Environment } = {},
) {
  const common = [verb, '--rpc', rpc, '--owner', owner.address]
  return run([...common, ...args], { DEPLOYER_KEY: payerKey, ...environment })
}

/** Runs the command in this process. */
const run = (args: string[], environment: Environment) =>
  runHere(runContracts, args, environment)

function configurationIn(output: string): unknown {
  return JSON.parse(output.slice(output.lastIndexOf('\n{')))
}

async function codeAt(address: Hex): Promise<Hex> {
  return (await chain.client.getCode({ address })) ?? '0x'
}

/** Returns the block of a contract's deployment, by searching every block. */
async function blockOf(address: Hex): Promise<number> {
  const head = await chain.client.getBlockNumber({ cacheTime: 0 })
  for (let blockNumber = 0n; blockNumber <= head; blockNumber += 1n) {
    if (await chain.client.getCode({ address, blockNumber })) return Number(blockNumber)
  }
  throw new Error(`no transaction deployed ${address}`)
}

function settings() {
  const { client } = chain
  const at = { address: platform, abi: platformAbi } as const
  return Promise.all([
    client.readContract({ ...at, functionName: 'owner' }),
    client.readContract({ ...at, functionName: 'feeRecipient' }),
    client.readContract({
      address: factory,
      abi: collectionFactoryAbi,
      functionName: 'mintFee',
    }),
  ])
}

function mined(hash: Hex) {
  return chain.client.waitForTransactionReceipt({ hash, pollingInterval: 20 })
}
