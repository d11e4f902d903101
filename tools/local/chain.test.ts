import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { until } from '../../apps/server/test/until.ts'
import { sendRpc } from '../json-rpc.ts'
import { keepChain } from './chain.ts'
import { freePort } from './ports.ts'

const OWNER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const folder = mkdtempSync(join(tmpdir(), 'platemark-chain-'))
const children: ChildProcess[] = []

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const bornAt = Math.floor(Date.now() / 1000) - 30 * 86_400
const quiet = { log: () => {}, onLost: () => {} }

test('a chain begins 30 days back, keeps its blocks, and goes on with the wall clock', async () => {
  const port = await freePort()
  const first = await keepChain({ id: 31337, port, folder, bornAt, ...quiet })
  expect(first.isNew).toBe(true)
  expect(await timeOf(first)).toBeLessThan(bornAt + 60)
  await first.call('anvil_mine', '0x5')
  const head = await first.call('eth_blockNumber')
  await first.stop()

  const second = await keepChain({ id: 31337, port, folder, bornAt, ...quiet })
  expect(second.isNew).toBe(false)
  expect(await second.call('eth_blockNumber')).toBe(head)
  await second.call('evm_mine')
  expect(Math.abs((await timeOf(second)) - Date.now() / 1000)).toBeLessThan(30)
  await second.stop()
}, 60_000)

test('block 0 stays the same over restarts', async () => {
  const port = await freePort()
  const hashes = new Set<unknown>()
  for (let round = 0; round < 3; round += 1) {
    const chain = await keepChain({ id: 31337, port, folder, bornAt, ...quiet })
    hashes.add(JSON.stringify(await chain.call('eth_getBlockByNumber', '0x0', false)))
    await chain.call('evm_mine')
    await chain.stop()
    await sleep(1000)
  }
  expect(hashes.size).toBe(1)
}, 60_000)

test('a chain whose anvil is killed comes back with its state', async () => {
  const port = await freePort()
  const chain = await keepChain({ id: 31337, port, folder, bornAt, ...quiet })
  await chain.call('anvil_setBalance', OWNER, '0x7')
  await chain.call('evm_mine')
  await chain.save()
  process.kill(anvilOn(port), 'SIGKILL')
  await until(
    async () =>
      (await chain.call('eth_getBalance', OWNER, 'latest').catch(() => '')) === '0x7',
  )
  await chain.stop()
}, 60_000)

test('a state written while transactions are mined holds the block of each of them', async () => {
  const port = await freePort()
  const chain = await keepChain({ id: 31337, port, folder, bornAt, ...quiet })
  let isSending = true
  const sending = (async () => {
    for (let count = 0; isSending; count += 1) {
      const to = `0x${(count + 4096).toString(16).padStart(40, '0')}`
      await chain.call('eth_sendTransaction', { from: OWNER, to, value: '0x1' })
    }
  })()
  for (let round = 0; round < 5; round += 1) {
    await chain.save()
    const state = JSON.parse(readFileSync(join(folder, '31337.json'), 'utf8'))
    const { nonce } = state.accounts[OWNER.toLowerCase()]
    expect(state.transactions.length).toBe(Number(nonce))
  }
  isSending = false
  await sending
  await chain.stop()
}, 60_000)

test('the death of its keeper by kill -9 leaves no process behind and loses no saved block', async () => {
  const port = await freePort()
  for (let round = 0; round < 2; round += 1) {
    const child = startChild(port)
    await until(() => isAnswering(port))
    await call(port, 'anvil_mine', ['0x3'])
    await until(() => savedBlock() === 3 * (round + 1))
    const anvil = anvilOn(port)
    child.kill('SIGKILL')
    await until(async () => !isAlive(anvil))
  }
  const chain = await keepChain({ id: 31337, port, folder, bornAt, ...quiet })
  expect(await chain.call('eth_blockNumber')).toBe('0x6')
  await chain.stop()
}, 120_000)

/** Returns the number of the newest block in the saved state. */
/** Returns undefined before the first save. */
function savedBlock(): number | undefined {
  const file = join(folder, '31337.json')
  if (!existsSync(file)) return undefined
  const state = JSON.parse(readFileSync(file, 'utf8'))
  return Number(state.best_block_number)
}

function startChild(port: number): ChildProcess {
  const program = `
    const { keepChain } = await import(${JSON.stringify(join(import.meta.dirname, 'chain.ts'))})
    await keepChain({ id: 31337, port: ${port}, folder: ${JSON.stringify(folder)},
      bornAt: ${bornAt}, saveMs: 100, log() {}, onLost() {} })
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: 'inherit',
  })
  children.push(child)
  return child
}

/** Returns the process id of the anvil that listens on `port`. */
function anvilOn(port: number): number {
  const lines = execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' }).split('\n')
  const line = lines.find(
    (one) => /\d+ \S*\/bin\/anvil /.test(one) && one.includes(`--port ${port} `),
  )
  if (!line) throw new Error(`no anvil on port ${port}`)
  return Number.parseInt(line, 10)
}

function isAlive(pid: number): boolean {
  const state = execFileSync('ps', ['-eo', 'pid,stat'], { encoding: 'utf8' })
    .split('\n')
    .find((line) => Number.parseInt(line, 10) === pid)
  // A zombie has ended and only waits to be reaped.
  return state !== undefined && !/Z/.test(state)
}

async function isAnswering(port: number): Promise<boolean> {
  return (await call(port, 'eth_chainId', []).catch(() => undefined)) !== undefined
}

async function call(port: number, method: string, params: unknown[]): Promise<unknown> {
  const body = { jsonrpc: '2.0', id: 1, method, params }
  const [reply] = await sendRpc(`http://127.0.0.1:${port}`, body)
  return reply?.result
}

async function timeOf(chain: {
  call(method: string, ...params: unknown[]): Promise<unknown>
}) {
  const block = await chain.call('eth_getBlockByNumber', 'latest', false)
  return Number.parseInt(
    JSON.stringify(block).match(/"timestamp":"(0x\w+)"/)?.[1] ?? '',
    16,
  )
}
