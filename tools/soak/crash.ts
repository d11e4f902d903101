import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { collectionAbi } from '@platemark/abi/collection'
import { type Card, getCollection } from '@platemark/wire/collections'
import { type Address, parseAbi, zeroAddress } from 'viem'
import { getLogs, readContract } from 'viem/actions'
import { connectApi } from '../local/api.ts'
import { freePort } from '../local/ports.ts'
import {
  killProgram,
  type Place,
  type Program,
  pause,
  processesNaming,
  root,
  startProgram,
  stopProgram,
} from '../program.ts'
import {
  addressOf,
  findLiveDrop,
  type LocalChain,
  listCards,
  localChains,
  mintOne,
} from './minting.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '10' } } })
const rounds = Number(values.rounds)

const transferEvents = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)',
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
])

/**
 * Kills the whole program with SIGKILL at a random moment while wallets mint, restarts it, and
 * compares the API with the chains, `--rounds` times on one data folder.
 */
const folder = mkdtempSync(join(tmpdir(), 'platemark-crash-'))
const place: Place = { port: await freePort(), chainPort: await freePort(2), folder }
let program = await startProgram(place)
try {
  for (let round = 1; round <= rounds; round += 1) {
    const mints = await mintUntilKilled(program)
    await pause(2500)
    demandNoProcess()
    program = await startProgram(place)
    const compared = await compareWithChains(program)
    demandSecondRefused()
    const seconds = (program.readyAfterMs / 1000).toFixed(1)
    console.log(
      `round ${round}: killed after ${mints} mints, ready after ${seconds} s, ${compared} collections equal`,
    )
  }
  const code = await stopProgram(program)
  demand(code === 143, `SIGTERM: got exit code ${code}, expected 143`)
  demandNoProcess()
  rmSync(folder, { recursive: true, force: true })
  console.log(`${rounds} passed, 0 failed`)
} finally {
  const { exitCode, signalCode } = program.process
  if (exitCode === null && signalCode === null) await killProgram(program)
}

/** Mints on every chain until a random moment, then kills everything. */
async function mintUntilKilled(program: Program): Promise<number> {
  const api = connectApi(program.url)
  const chains = await localChains(program)
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
  await pause(1000 + Math.random() * 4000)
  isOver = true
  await killProgram(program)
  await Promise.all(minting)
  demand(mints > 0, 'no mint before the kill')
  return mints
}

/** Compares every public collection with its contract; returns how many there are. */
async function compareWithChains(program: Program): Promise<number> {
  const api = connectApi(program.url)
  let compared = 0
  for (const chain of await localChains(program)) {
    for (const card of await listCards(api, chain.alias)) {
      const overview = await readContract(chain.client, {
        address: addressOf(card),
        abi: collectionAbi,
        functionName: 'overview',
      })
      const { holders } = await api.call(getCollection, {
        params: { chain_alias: chain.alias, contract_address: card.contract_address },
      })
      const found = [card.minted, holders]
      const expected = [Number(overview.minted), await countHolders(chain, card)]
      demand(
        String(found) === String(expected),
        `${card.name}, minted and holders: got ${found}, expected ${expected}`,
      )
      compared += 1
    }
  }
  demand(compared > 0, 'no collection to compare')
  return compared
}

/** Counts the holders from the transfer logs alone. */
async function countHolders({ client }: LocalChain, card: Card): Promise<number> {
  const logs = await getLogs(client, {
    address: addressOf(card),
    events: transferEvents,
    fromBlock: 0n,
  })
  const held = new Map<Address, bigint>()
  for (const { args } of logs) {
    const quantity = 'value' in args ? (args.value ?? 0n) : 1n
    const { from = zeroAddress, to = zeroAddress } = args
    held.set(from, (held.get(from) ?? 0n) - quantity)
    held.set(to, (held.get(to) ?? 0n) + quantity)
  }
  held.delete(zeroAddress)
  return [...held.values()].filter((quantity) => quantity > 0n).length
}

function demandSecondRefused(): void {
  const ports = [place.port, place.chainPort].map((port) => String(port + 7))
  const [port = '', chainPort = ''] = ports
  const second = spawnSync(
    process.execPath,
    [
      join(root, 'tools', 'start.mjs'),
      ...['--port', port, '--chain-port', chainPort, '--data', folder],
    ],
    { cwd: root, encoding: 'utf8' },
  )
  const isRefused = second.status === 1 && /using|in use/.test(second.stderr)
  demand(isRefused, `a second start: exit code ${second.status}, ${second.stderr}`)
}

function demandNoProcess(): void {
  const left = processesNaming([folder, `--port ${place.chainPort}`])
  demand(left.length === 0, `still running:\n${left.join('\n')}`)
}

function demand(holds: boolean, sentence: string): asserts holds {
  if (!holds) throw new Error(sentence)
}
