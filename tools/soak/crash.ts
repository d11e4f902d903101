import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { collectionAbi } from '@platemark/abi/collection'
import { type Card, getCollection } from '@platemark/api/collections'
import { type Address, parseAbi, zeroAddress } from 'viem'
import { getLogs, readContract } from 'viem/actions'
import { connectApi } from '../local/api.ts'
import {
  createLocation,
  killProgram,
  listProcesses,
  type Program,
  pause,
  root,
  startProgram,
  stopProgram,
} from '../program.ts'
import { createRandom } from '../random.ts'
import {
  findLiveDrop,
  type LocalChain,
  listCards,
  listLocalChains,
  mintOne,
  toAddress,
} from './minting.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
  },
})
const rounds = Number(values.rounds)

const transferEvents = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)',
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
])

/**
 * Kills the whole program with SIGKILL at a random moment while wallets mint, restarts it, and
 * compares the API with the chains, `--rounds` times on one data folder. `--seed` decides how
 * long each round mints before the kill.
 */
console.log(`seed ${values.seed}`)
const random = createRandom(Number(values.seed), 1)
const place = await createLocation('crash')
let program = await startProgram(place)
try {
  for (let round = 1; round <= rounds; round += 1) {
    const mints = await mintUntilKilled(program, random.between(1000, 5000))
    await pause(2500)
    assertNoProcess()
    program = await startProgram(place)
    const compared = await compareWithChains(program)
    assertSecondStartRefused()
    const seconds = (program.readyAfterMs / 1000).toFixed(1)
    console.log(
      `round ${round}: killed after ${mints} mints, ready after ${seconds} s, ${compared} collections equal`,
    )
  }
  const code = await stopProgram(program)
  assertHolds(code === 143, `exit code after SIGTERM: got ${code}, expected 143`)
  assertNoProcess()
  rmSync(place.folder, { recursive: true, force: true })
  console.log(`${rounds} passed, 0 failed`)
} finally {
  const { exitCode, signalCode } = program.process
  if (exitCode === null && signalCode === null) await killProgram(program)
}

/** Mints on every chain for some time, then kills everything; returns the number of mints. */
async function mintUntilKilled(program: Program, mintingMs: number): Promise<number> {
  const api = connectApi(program.url)
  const chains = await listLocalChains(program)
  let mints = 0
  let isOver = false
  const minting = chains.map(async (chain) => {
    const drop = await findLiveDrop(api, chain.alias, 300)
    while (!isOver) {
      try {
        await mintOne(chain, drop)
        mints += 1
      } catch (error) {
        if (!isOver) throw error
      }
    }
  })
  await pause(mintingMs)
  isOver = true
  await killProgram(program)
  await Promise.all(minting)
  assertHolds(mints > 0, 'mints before the kill: got 0, expected at least 1')
  return mints
}

/** Compares every public collection with its contract; returns how many there are. */
async function compareWithChains(program: Program): Promise<number> {
  const api = connectApi(program.url)
  let compared = 0
  for (const chain of await listLocalChains(program)) {
    for (const card of await listCards(api, chain.alias)) {
      const contract = { address: toAddress(card), abi: collectionAbi }
      const call = { ...contract, functionName: 'overview' } as const
      const overview = await readContract(chain.client, call)
      const params = { chain_alias: chain.alias, contract_address: card.contract_address }
      const { holders } = await api.call(getCollection, { params })
      const found = `${card.minted} minted, ${holders} holders`
      const onChain = await countHolders(chain, card)
      const expected = `${overview.minted} minted, ${onChain} holders`
      assertHolds(found === expected, `${card.name}: got ${found}, expected ${expected}`)
      compared += 1
    }
  }
  assertHolds(compared > 0, 'collections to compare: got 0, expected at least 1')
  return compared
}

/** Counts the holders from the transfer logs alone. */
async function countHolders({ client }: LocalChain, card: Card): Promise<number> {
  const filter = { address: toAddress(card), events: transferEvents, fromBlock: 0n }
  const held = new Map<Address, bigint>()
  for (const { args } of await getLogs(client, { ...filter, strict: true })) {
    const quantity = 'value' in args ? args.value : 1n
    held.set(args.from, (held.get(args.from) ?? 0n) - quantity)
    held.set(args.to, (held.get(args.to) ?? 0n) + quantity)
  }
  held.delete(zeroAddress)
  return [...held.values()].filter((quantity) => quantity > 0n).length
}

function assertSecondStartRefused(): void {
  const [port, chainPort] = [`${place.port + 7}`, `${place.chainPort + 7}`]
  const options = ['--port', port, '--chain-port', chainPort, '--data', place.folder]
  const command = [join(root, 'tools', 'start.mjs'), ...options]
  const second = spawnSync(process.execPath, command, { cwd: root, encoding: 'utf8' })
  const isRefused = second.status === 1 && /using|in use/.test(second.stderr)
  assertHolds(
    isRefused,
    `second start on one data folder: got exit code ${second.status}, expected a refusal; ${second.stderr}`,
  )
}

function assertNoProcess(): void {
  const left = listProcesses([place.folder, `--port ${place.chainPort}`])
  assertHolds(
    left.length === 0,
    `processes after the end: got ${left.length}, expected 0\n${left.join('\n')}`,
  )
}

function assertHolds(holds: boolean, message: string): asserts holds {
  if (!holds) throw new Error(message)
}
