import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  parseAbi,
  zeroAddress,
} from 'viem'
import { contractsAbi, lower } from '../contract-logs.ts'
import { askMany, callMany } from './chain-record.ts'
import type { Creation, TrueEvent, TrueMint } from './true-events.ts'

/** What a collection answers about itself. */
export type ChainFacts = {
  overview: Overview
  /** Owners of the tokens that exist, by id. */
  owners: Map<string, Address>
  holders: Map<Address, number>
  /** When each list that was ever added stops counting, in unix seconds. */
  listEnds: Map<Hex, number>
}

type Overview = ReturnType<typeof decodeOverview>

/** What is known of one collection from its logs, before it is asked. */
export type Told = {
  creation: Creation
  events: TrueEvent[]
  mints: TrueMint[]
}

type Call = { to: Address; data: Hex }
type Answers = (call: Call) => Hex | undefined

const views = parseAbi([
  'function ownerOf(uint256 tokenId) view returns (address)',
  'function balanceOf(address owner) view returns (uint256)',
  'function totalSupply() view returns (uint256)',
  'function listWindow(bytes32 root) view returns (uint256 notBefore, uint256 until)',
  'function walletMinted(address account, uint8 phaseId) view returns (uint256)',
  'function balanceOf(address account, uint256 id) view returns (uint256)',
])

const EDITION = 2
/** The only id of a collection of copies. */
const COPY = 1n
/** How the code of everything that the factory makes begins. */
const PROXY = '0x363d3d373d3d3d363d73'

/**
 * Asks every collection for everything that it knows of itself. Throws where its answers
 * contradict each other or what its logs say.
 */
export async function readFacts(
  url: string,
  tellings: readonly Told[],
): Promise<Map<Address, ChainFacts>> {
  const addresses = tellings.map(({ creation }) => creation.address)
  await checkCode(url, addresses)
  const overviews = await callMany(
    url,
    addresses.map((to) => ({ to, data: overviewData })),
  )
  const asked = tellings.map((told, at) => {
    const data = overviews[at]
    if (!data) throw new Error(`${told.creation.address} has no overview.`)
    const overview = decodeOverview(data)
    return { told, overview, calls: callsAbout(told, overview) }
  })
  const calls = asked.flatMap((one) => one.calls)
  const replies = await callMany(url, calls)
  const known = new Map(calls.map((call, at) => [keyOf(call), replies[at]]))
  const answers: Answers = (call) => known.get(keyOf(call))
  const balances = await askMany(
    url,
    addresses.map((at) => ({ method: 'eth_getBalance', params: [at, 'latest'] })),
  )
  return new Map(
    asked.map(({ told, overview }, at) => {
      const facts = factsOf(told, overview, answers)
      checkFacts(told, facts, answers, BigInt(String(balances[at])))
      return [told.creation.address, facts]
    }),
  )
}

async function checkCode(url: string, addresses: readonly Address[]): Promise<void> {
  const codes = await askMany(
    url,
    addresses.map((at) => ({ method: 'eth_getCode', params: [at, 'latest'] })),
  )
  const wrong = addresses.filter((_, at) => !String(codes[at]).startsWith(PROXY))
  if (wrong.length > 0) throw new Error(`${wrong} are not of the factory's making.`)
}

const overviewData = encodeFunctionData({ abi: contractsAbi, functionName: 'overview' })

function decodeOverview(data: Hex) {
  return decodeFunctionResult({ abi: contractsAbi, functionName: 'overview', data })
}

function callsAbout(told: Told, overview: Overview): Call[] {
  const to = told.creation.address
  const tokens =
    overview.kind === EDITION ? [] : idsUpTo(overview.minted).map((id) => ownerOf(to, id))
  return [
    totalSupply(to),
    ...tokens,
    ...walletsIn(told).map((account) => balanceOf(to, account, overview.kind)),
    ...rootsIn(told).map((root) => listWindow(to, root)),
    ...told.mints.map(({ minter, phaseId }) => walletMinted(to, minter, phaseId)),
  ]
}

function factsOf(told: Told, overview: Overview, answers: Answers): ChainFacts {
  const to = told.creation.address
  const owners = new Map<string, Address>()
  for (const id of overview.kind === EDITION ? [] : idsUpTo(overview.minted)) {
    const answer = answers(ownerOf(to, id))
    if (answer) owners.set(id.toString(), addressIn(answer))
  }
  const holders = new Map<Address, number>()
  for (const account of walletsIn(told)) {
    const held = Number(numberIn(answers(balanceOf(to, account, overview.kind))))
    if (held > 0) holders.set(account, held)
  }
  const listEnds = new Map<Hex, number>()
  for (const root of rootsIn(told)) {
    const window = answers(listWindow(to, root))
    // The second of two words.
    listEnds.set(root, Number(BigInt(`0x${window?.slice(66)}`)))
  }
  return { overview, owners, holders, listEnds }
}

/** Holds what a collection answers against itself and against its logs. */
function checkFacts(told: Told, facts: ChainFacts, answers: Answers, balance: bigint) {
  const { overview, owners, holders } = facts
  const to = told.creation.address
  const say = (what: string, one: unknown, other: unknown) => {
    if (String(one) === String(other)) return
    throw new Error(`${to}, ${what}: ${one} is not ${other}.`)
  }
  const supply = overview.minted - overview.burned
  const held = [...holders.values()].reduce((sum, quantity) => sum + quantity, 0)
  say('supply', numberIn(answers(totalSupply(to))), supply)
  say('held', held, supply)
  if (overview.kind !== EDITION) {
    const owned = Map.groupBy(owners.values(), (owner) => owner)
    say('tokens', owners.size, supply)
    for (const [holder, quantity] of holders) {
      say(`tokens of ${holder}`, owned.get(holder)?.length, quantity)
    }
  }
  const bought = Map.groupBy(told.mints, ({ minter, phaseId }) => `${minter} ${phaseId}`)
  for (const { minter, phaseId } of told.mints) {
    const sold = bought.get(`${minter} ${phaseId}`) ?? []
    const sum = sold.reduce((total, { quantity }) => total + quantity, 0)
    const counted = numberIn(answers(walletMinted(to, minter, phaseId)))
    say(`minted by ${minter} in phase ${phaseId}`, sum, counted)
  }
  say('money', balance + releasedBy(told), paidTo(told, overview.mintFee))
}

function paidTo({ mints }: Told, fee: bigint): bigint {
  return mints.reduce(
    (sum, { priceWei, quantity }) => sum + (priceWei + fee) * BigInt(quantity),
    0n,
  )
}

function releasedBy({ events }: Told): bigint {
  return events
    .filter(({ kind }) => kind === 'withdrawal')
    .reduce((sum, { facts }) => sum + BigInt(String(facts.amount_wei)), 0n)
}

/** Everybody who ever received something of it. */
function walletsIn({ events }: Told): Address[] {
  // Safe: the facts of a move name its recipient.
  const recipients = events.flatMap(({ facts }) =>
    facts.to ? [facts.to as Address] : [],
  )
  return [...new Set(recipients)].filter((account) => account !== zeroAddress)
}

function rootsIn({ events }: Told): Hex[] {
  const added = events.filter(({ kind }) => kind === 'list_added')
  // Safe: the facts of such an event name its root.
  return [...new Set(added.map(({ facts }) => facts.root as Hex))]
}

function idsUpTo(count: bigint): bigint[] {
  return Array.from({ length: Number(count) }, (_, at) => BigInt(at + 1))
}

function ownerOf(to: Address, id: bigint): Call {
  return {
    to,
    data: encodeFunctionData({ abi: views, functionName: 'ownerOf', args: [id] }),
  }
}

function balanceOf(to: Address, account: Address, kind: number): Call {
  const args = kind === EDITION ? ([account, COPY] as const) : ([account] as const)
  return {
    to,
    data: encodeFunctionData({ abi: views, functionName: 'balanceOf', args }),
  }
}

function totalSupply(to: Address): Call {
  return { to, data: encodeFunctionData({ abi: views, functionName: 'totalSupply' }) }
}

function listWindow(to: Address, root: Hex): Call {
  return {
    to,
    data: encodeFunctionData({ abi: views, functionName: 'listWindow', args: [root] }),
  }
}

function walletMinted(to: Address, account: Address, phaseId: number): Call {
  return {
    to,
    data: encodeFunctionData({
      abi: views,
      functionName: 'walletMinted',
      args: [account, phaseId],
    }),
  }
}

function keyOf({ to, data }: Call): string {
  return `${to} ${data}`
}

function numberIn(answer: Hex | undefined): bigint {
  if (!answer) throw new Error('A question was refused.')
  return BigInt(answer)
}

function addressIn(answer: Hex): Address {
  return lower(`0x${answer.slice(26)}`)
}
