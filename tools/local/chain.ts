import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import {
  makePrivateFolder,
  PRIVATE_FILE_MODE,
} from '../../apps/server/src/files/private-folder.ts'
import { KEEPER } from '../bootstrap.mjs'
import { requestRpc } from '../json-rpc.ts'

/** An embedded chain that survives crashes of anvil and of this process. */
export type KeptChain = {
  id: number
  url: string
  /** True without a saved state: the chain has neither contracts nor content. */
  isNew: boolean
  /** Sends one JSON-RPC request. Throws with the node's message on an error response. */
  call(method: string, ...params: unknown[]): Promise<unknown>
  /** Saves the current state. */
  save(): Promise<void>
  /** Saves the state and ends the process. */
  stop(): Promise<void>
}

type Options = {
  id: number
  port: number
  /** Folder of the state file, which is named after the chain id. */
  folder: string
  /** Unix seconds of the first block; used without a saved state only. */
  bornAt: number
  /** Shortest time between two saves of a changing state, in milliseconds; 1,000 unless set. */
  saveMs?: number
  log(line: string): void
  /** Called once when the chain cannot be restarted. */
  onLost(sentence: string): void
}

const unzip = promisify(gunzip)

const READY_MS = 20_000
const SAVE_MS = 1000
/** Longest time that mining a block takes. */
const SETTLE_MS = 30
const CRASHES = 5
const CRASH_WINDOW_MS = 60_000

/**
 * Starts an anvil chain with its last state, and restarts it when it dies. Saves the state after
 * each `saveMs` with a new block by an atomic rename, because a crash truncates anvil's own state file.
 */
export async function keepChain(options: Options): Promise<KeptChain> {
  const { id, port, folder, saveMs = SAVE_MS, log, onLost } = options
  const url = `http://127.0.0.1:${port}`
  const file = join(folder, `${id}.json`)
  makePrivateFolder(folder)

  const call = (method: string, ...params: unknown[]) => rpc(url, method, params)
  const isNew = !existsSync(file)
  const crashes: number[] = []
  let isStopping = false
  let savedHead: unknown
  let running = await startAnvil(options, file)
  let saving: Promise<void> = Promise.resolve()
  watch(running)

  function watch(child: ChildProcess) {
    child.on('exit', async () => {
      if (isStopping) return
      log(`Chain ${id} ended by itself; starting it again.`)
      const now = Date.now()
      crashes.push(now)
      if (crashes.filter((at) => at > now - CRASH_WINDOW_MS).length > CRASHES) {
        onLost(`Chain ${id} keeps ending by itself.`)
        return
      }
      try {
        running = await startAnvil(options, file)
        savedHead = undefined
        // Stopped during the restart: no other code holds this process.
        if (isStopping) endProcess(running)
        else watch(running)
      } catch (error) {
        if (!isStopping) onLost(messageOf(error))
      }
    })
  }

  async function writeState(isForced: boolean) {
    const head = await headHash(url)
    if (head === savedHead && !isForced) return
    const dump = (await quietDump(url)) ?? (await pausedDump(url))
    // The chain was never idle; the previous state stays, which is complete.
    if (!dump) return
    // Asynchronous, so that the API on this thread does not wait for it.
    const state = await unzip(Buffer.from(dump.state.slice(2), 'hex'))
    await writeFile(`${file}.new`, state, { mode: PRIVATE_FILE_MODE })
    await rename(`${file}.new`, file)
    savedHead = dump.head
  }

  function save(isForced = true) {
    saving = saving.catch(() => {}).then(() => writeState(isForced))
    return saving
  }

  let timer = setTimeout(tick, saveMs)
  async function tick() {
    const before = performance.now()
    // A restarting chain cannot be read; the next tick retries.
    await save(false).catch(() => {})
    // A large state takes long to write; the pause keeps that to a third of the time.
    const pause = Math.max(saveMs, 2 * (performance.now() - before))
    if (!isStopping) timer = setTimeout(tick, pause)
  }

  async function stop() {
    if (isStopping) return
    isStopping = true
    clearTimeout(timer)
    const isAlive = running.exitCode === null && running.signalCode === null
    if (!isAlive) return
    await save().catch((error) => log(`Chain ${id}: ${messageOf(error)}`))
    const ended = new Promise((resolve) => running.once('exit', resolve))
    endProcess(running)
    await ended
  }

  return { id, url, isNew, call, save: () => save(), stop }
}

async function startAnvil(options: Options, file: string): Promise<ChildProcess> {
  const { id, port, bornAt } = options
  const isReturning = existsSync(file)
  if (isReturning) keepOneGenesis(file)
  const state = isReturning
    ? ['--load-state', file]
    : // On a later start it would reset the clock to genesis.
      ['--timestamp', String(bornAt)]
  const args = [
    ...['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(id)],
    ...['--order', 'fifo', '--silent', ...state],
  ]
  const child = spawn('/bin/sh', ['-c', KEEPER, anvilBinary(), ...args], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    // Ctrl-C of the terminal must not reach it before the last state is written.
    detached: true,
  })
  let errors = ''
  child.stderr?.on('data', (chunk) => {
    errors = (errors + chunk).slice(-2000)
  })
  // Only the closing of the pipe matters, which ends the keeper; errors are expected.
  child.stdio[3]?.on('error', () => {})
  child.on('error', (error) => {
    errors += error.message
  })

  const until = Date.now() + READY_MS
  while (Date.now() < until) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`Chain ${id} did not start: ${errors.trim() || 'anvil ended'}`)
    }
    const answer = await rpc(`http://127.0.0.1:${port}`, 'eth_chainId', []).catch(
      () => undefined,
    )
    if (answer === `0x${id.toString(16)}`) return child
    await sleep(50)
  }
  endProcess(child)
  throw new Error(`Chain ${id} did not answer within ${READY_MS / 1000} seconds.`)
}

/**
 * Removes all but the oldest block 0 from a state. Each run of anvil adds its own and loads any of
 * them, and the indexer would see a different chain.
 */
function keepOneGenesis(file: string) {
  const state: { blocks?: { header: { number: string; timestamp: string } }[] } =
    JSON.parse(readFileSync(file, 'utf8'))
  const isFirst = (block: { header: { number: string } }) =>
    Number(block.header.number) === 0
  const firsts = state.blocks?.filter(isFirst) ?? []
  if (firsts.length < 2) return
  const time = ({ header }: { header: { timestamp: string } }) => Number(header.timestamp)
  const oldest = firsts.reduce((a, b) => (time(b) < time(a) ? b : a))
  const others = state.blocks?.filter((block) => !isFirst(block)) ?? []
  const text = JSON.stringify({ ...state, blocks: [oldest, ...others] })
  writeFileSync(`${file}.new`, text, { mode: PRIVATE_FILE_MODE })
  renameSync(`${file}.new`, file)
}

/** Closes the pipe to the keeper, which then ends anvil. */
function endProcess(child: ChildProcess) {
  const pipe = child.stdio[3]
  if (pipe instanceof Socket) pipe.destroy()
}

type Dump = { head: unknown; state: string }

/**
 * Dumps the state, or returns undefined if a block was mined meanwhile: anvil then dumps its balances
 * without its logs. Reads the pool first, which a transaction leaves after its block is the head.
 */
async function quietDump(url: string): Promise<Dump | undefined> {
  const head = await headHash(url)
  const state = await dumpState(url)
  const isQuiet = !(await isWaiting(url)) && (await headHash(url)) === head
  return isQuiet ? { head, state } : undefined
}

/** Dumps the state of a busy chain while automine is off. */
async function pausedDump(url: string): Promise<Dump | undefined> {
  // With automine off a client controls mining, and no block may be added to its own.
  if (!(await rpc(url, 'anvil_getAutomine', []))) return undefined
  await rpc(url, 'evm_setAutomine', [false])
  try {
    // Waits for the current block and mines the transactions received since.
    await rpc(url, 'evm_mine', [])
    const head = await headHash(url)
    const state = await dumpState(url)
    await sleep(SETTLE_MS)
    return (await headHash(url)) === head ? { head, state } : undefined
  } finally {
    await rpc(url, 'evm_setAutomine', [true])
    if (await isWaiting(url)) await rpc(url, 'evm_mine', [])
  }
}

async function dumpState(url: string): Promise<string> {
  const state = await rpc(url, 'anvil_dumpState', [])
  if (typeof state !== 'string')
    throw new Error(`anvil_dumpState returned ${typeof state}, expected a string`)
  return state
}

/** Returns true while a transaction is pending. */
async function isWaiting(url: string): Promise<boolean> {
  const status = await rpc(url, 'txpool_status', [])
  const isKnown = status !== null && typeof status === 'object' && 'pending' in status
  return isKnown && Number(status.pending) > 0
}

async function headHash(url: string): Promise<unknown> {
  const head = await rpc(url, 'eth_getBlockByNumber', ['latest', false])
  return head !== null && typeof head === 'object' && 'hash' in head
    ? head.hash
    : undefined
}

function rpc(url: string, method: string, params: unknown[]): Promise<unknown> {
  return requestRpc(url, method, params, { timeoutMs: 60_000 })
}

function anvilBinary(): string {
  const processor = process.arch === 'x64' ? 'amd64' : process.arch
  const name = `@foundry-rs/anvil-${process.platform}-${processor}`
  const require = createRequire(import.meta.url)
  return join(dirname(require.resolve(`${name}/package.json`)), 'bin', 'anvil')
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
