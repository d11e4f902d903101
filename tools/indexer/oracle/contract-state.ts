import { toLowerAddress as lower } from '@platemark/rules/addresses'
import {
  type Address,
  type Client,
  createClient,
  type Hex,
  http,
  zeroAddress,
} from 'viem'
import { getBalance, readContract } from 'viem/actions'
import { contractsAbi } from '../contract-logs.ts'
import type { Creation, ExpectedEvent, ExpectedMint } from './expected-events.ts'

/** The state of a collection, read from its contract. */
export type ContractState = Awaited<ReturnType<typeof readContractState>>

const EDITION = 2
/** The only token id of an edition. */
const COPY = 1n

/**
 * Reads a collection from its contract. Throws where the results contradict each other or the
 * logs.
 */
export async function readContractState(
  client: Client,
  { address }: Creation,
  events: readonly ExpectedEvent[],
  mints: readonly ExpectedMint[],
) {
  const contract = { address, abi: contractsAbi } as const
  const overview = await readContract(client, { ...contract, functionName: 'overview' })
  const isEdition = overview.kind === EDITION
  const ids = isEdition
    ? []
    : Array.from({ length: Number(overview.minted) }, (_, at) => BigInt(at + 1))
  const owners = await Promise.all(
    ids.map((id) =>
      readContract(client, { ...contract, functionName: 'ownerOf', args: [id] }).then(
        (owner) => [[id.toString(), lower(owner)] as const],
        // A burned token has no owner.
        () => [],
      ),
    ),
  )
  // Safe: `to` is an address in the data of every event that has one.
  const recipients = new Set(events.map(({ data }) => data.to as Address | undefined))
  const holders = await Promise.all(
    [...recipients].map(async (account) => {
      if (!account || account === zeroAddress) return []
      const args = isEdition ? ([account, COPY] as const) : ([account] as const)
      const call = { ...contract, functionName: 'balanceOf', args } as const
      const held = Number(await readContract(client, call))
      return held > 0 ? [[account, held] as const] : []
    }),
  )
  const added = events.filter(({ kind }) => kind === 'list_added')
  const listEnds = await Promise.all(
    added.map(async ({ data }) => {
      // Safe: the data of such an event has its root.
      const root = data.root as Hex
      const call = { ...contract, functionName: 'listWindow', args: [root] } as const
      const [, until] = await readContract(client, call)
      return [root, Number(until)] as const
    }),
  )
  const released = events.filter(({ kind }) => kind === 'withdrawal')
  const paidOut = sumBy(released, ({ data }) => BigInt(String(data.amount_wei)))
  assertEqual(
    `${address}: balance and releases, payments`,
    (await getBalance(client, { address })) + paidOut,
    sumBy(mints, ({ price_wei, quantity }) => {
      return (BigInt(price_wei) + overview.mintFee) * BigInt(quantity)
    }),
  )
  const facts = {
    overview,
    /** Owners of the tokens that exist, by id. */
    owners: new Map(owners.flat()),
    holders: new Map(holders.flat()),
    /** End of each list that was ever added, in unix seconds. */
    listEnds: new Map(listEnds),
  }
  assertEqual(
    `${address}: balances, supply`,
    sumBy([...facts.holders.values()], BigInt),
    overview.minted - overview.burned,
  )
  return facts
}

export function sumBy<T>(items: readonly T[], amountOf: (item: T) => bigint): bigint {
  return items.reduce((sum, item) => sum + amountOf(item), 0n)
}

/** Returns a client that sends concurrent calls as batches. */
export function connect(url: string): Client {
  const batch = { batchSize: 500, wait: 5 }
  return createClient({ transport: http(url, { batch, retryCount: 0 }) })
}

function assertEqual(what: string, one: unknown, other: unknown): void {
  if (one !== other) throw new Error(`${what} differ: got ${one} and ${other}`)
}
