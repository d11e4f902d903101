import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { collectionAbi } from '@platemark/abi/collection'
import { type Card, getCollection, listCollections } from '@platemark/wire/collections'
import { getConfig, type Network } from '@platemark/wire/config'
import {
  type Address,
  createClient,
  type Hex,
  http,
  parseAbi,
  TransactionReceiptNotFoundError,
  zeroAddress,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { getLogs, getTransactionReceipt, readContract, writeContract } from 'viem/actions'
import { type Api, connectApi } from '../local/api.ts'
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

/** One chain of the program, spoken to directly. */
type ChainEnd = { alias: string; client: ReturnType<typeof createClient> }

const transferEvents = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)',
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
])

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '10' } },
})
const rounds = Number(values.rounds)

let program: Program | undefined
try {
  await main()
} finally {
  // A run that failed leaves nothing behind either.
  if (program?.process.exitCode === null && program.process.signalCode === null) {
    await killProgram(program)
  }
}

/**
 * Kills the whole program with SIGKILL at a random moment while wallets mint, restarts it, and
 * demands that API and chain tell the same; round after round on one data folder.
 */
async function main() {
  const folder = mkdtempSync(join(tmpdir(), 'platemark-crash-'))
  const place: Place = { port: await freePort(), chainPort: await freePort(2), folder }
  program = await startProgram(place)
  console.log(`first start: ready after ${seconds(program.readyAfterMs)}`)
  for (let round = 1; round <= rounds; round += 1) {
    const mints = await mintUntilKilled(program)
    await pause(2500)
    const left = processesNaming([folder, `--port ${place.chainPort}`])
    demand(left.length === 0, `still running after the kill:\n${left.join('\n')}`)
    program = await startProgram(place)
    const compared = await compareWithChains(program)
    const refusal = startSecond(place)
    console.log(
      [
        `round ${round}: killed after ${mints} mints`,
        `ready again after ${seconds(program.readyAfterMs)}`,
        `${compared} collections equal`,
        `second start refused: ${refusal}`,
      ].join(', '),
    )
  }
  const code = await stopProgram(program)
  demand(code === 143, `the program ended with ${code} on SIGTERM`)
  const left = processesNaming([folder, `--port ${place.chainPort}`])
  demand(left.length === 0, `still running after the end:\n${left.join('\n')}`)
  rmSync(folder, { recursive: true, force: true })
  console.log(`${rounds} passed, 0 failed`)
}

/** Mints from fresh wallets on every chain until a random moment, then kills everything. */
async function mintUntilKilled(program: Program): Promise<number> {
  const api = connectApi(program.url)
  const chains = await chainEnds(api, program)
  let mints = 0
  let isOver = false
  const minting = chains.map(async (chain) => {
    const [drop] = await liveCards(api, chain.alias)
    if (!drop) throw new Error(`${chain.alias} has no live drop to mint from`)
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
  demand(mints > 0, 'nothing was minted before the kill')
  return mints
}

async function mintOne(chain: ChainEnd, drop: Card): Promise<void> {
  const account = privateKeyToAccount(generatePrivateKey())
  await chain.client.request({
    // Safe: anvil's own method, unknown to viem's list of methods.
    method: 'anvil_setBalance' as 'eth_chainId',
    params: [account.address, '0x56bc75e2d63100000'] as unknown as undefined,
  })
  const unit = BigInt(drop.price_wei ?? '0') + BigInt(drop.mint_fee_wei)
  const hash: Hex = await writeContract(chain.client, {
    account,
    chain: null,
    address: addressOf(drop.contract_address),
    abi: collectionAbi,
    functionName: 'mint',
    args: [1n],
    value: unit,
  })
  const status = await minedStatus(chain, hash)
  if (status !== 'success') throw new Error(`${hash} was reverted`)
}

/** A chain that is being saved rests from mining, so the receipt may be a moment away. */
async function minedStatus({ client }: ChainEnd, hash: Hex): Promise<string> {
  for (;;) {
    try {
      return (await getTransactionReceipt(client, { hash })).status
    } catch (error) {
      if (!(error instanceof TransactionReceiptNotFoundError)) throw error
      await pause(20)
    }
  }
}

/** Compares every public collection with its contract; resolves with how many there were. */
async function compareWithChains(program: Program): Promise<number> {
  const api = connectApi(program.url)
  const chains = await chainEnds(api, program)
  let compared = 0
  for (const chain of chains) {
    for (const card of await cards(api, chain.alias)) {
      const overview = await readContract(chain.client, {
        address: addressOf(card.contract_address),
        abi: collectionAbi,
        functionName: 'overview',
      })
      demand(
        card.minted === Number(overview.minted),
        `${card.name}: the API says ${card.minted} minted, the chain ${overview.minted}`,
      )
      const { holders } = await api.call(getCollection, {
        params: { chain_alias: chain.alias, contract_address: card.contract_address },
      })
      const holding = await holdersByLogs(chain, card)
      demand(
        holders === holding,
        `${card.name}: the API says ${holders} holders, the logs of the chain ${holding}`,
      )
      compared += 1
    }
  }
  demand(compared > 0, 'there was nothing to compare')
  return compared
}

/** Counts who holds something, from the contract's transfer logs alone. */
async function holdersByLogs({ client }: ChainEnd, card: Card): Promise<number> {
  const logs = await getLogs(client, {
    address: addressOf(card.contract_address),
    events: transferEvents,
    fromBlock: 0n,
  })
  const held = new Map<Address, bigint>()
  const add = (owner: Address, quantity: bigint) =>
    held.set(owner, (held.get(owner) ?? 0n) + quantity)
  for (const { args } of logs) {
    const quantity = 'value' in args ? (args.value ?? 0n) : 1n
    if (args.from) add(args.from, -quantity)
    if (args.to) add(args.to, quantity)
  }
  held.delete(zeroAddress)
  return [...held.values()].filter((quantity) => quantity > 0n).length
}

/** Starts a second program on the same folder; resolves with the sentence it refused with. */
function startSecond({ folder, port, chainPort }: Place): string {
  const second = spawnSync(
    process.execPath,
    [
      join(root, 'tools', 'start.mjs'),
      ...['--port', String(port + 7), '--chain-port', String(chainPort + 7)],
      ...['--data', folder],
    ],
    { cwd: root, encoding: 'utf8' },
  )
  const sentence = second.stderr.trim().split('\n').at(-1) ?? ''
  demand(second.status === 1, `a second start ended with ${second.status}`)
  demand(/using|in use/.test(sentence), `a second start said: ${second.stderr}`)
  return sentence
}

async function chainEnds(api: Api, program: Program): Promise<ChainEnd[]> {
  const { networks } = await api.call(getConfig, {})
  const demos = networks.filter((network: Network) => network.is_demo)
  return demos.map(({ alias }, index) => ({
    alias,
    client: createClient({ transport: http(program.rpcUrls[index]) }),
  }))
}

async function liveCards(api: Api, alias: string): Promise<Card[]> {
  const found = await cards(api, alias)
  return found.filter(
    ({ state, kind, max_supply, minted }) =>
      state === 'live' && kind !== 'edition' && (max_supply ?? 1e6) - minted > 300,
  )
}

async function cards(api: Api, alias: string): Promise<Card[]> {
  const found: Card[] = []
  for (let page = 1; ; page += 1) {
    const more = await api.call(listCollections, {
      query: {
        chain: alias,
        sort_by: 'newest',
        time_interval: 'all',
        page: String(page),
      },
    })
    if (more.length === 0) return found
    found.push(...more)
  }
}

function addressOf(text: string): Address {
  // Safe: the wire schema checked the form.
  return text as Address
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}

function demand(holds: boolean, sentence: string): asserts holds {
  if (!holds) throw new Error(sentence)
}
