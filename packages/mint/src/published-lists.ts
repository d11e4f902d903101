import { type Address, keccak256, slice, stringToHex } from 'viem'
import type { PublishedList } from './list-file.ts'
import { parseQuantity } from './read-contract.ts'
import { readLogs } from './read-logs.ts'
import { type Rpc, RpcUnavailableError } from './rpc.ts'

/** A search for the lists of a collection that goes on where it ended. */
export type ListSearch = {
  /** Found lists in the order of their events; one that was published again more than once. */
  found: PublishedList[]
  /** The first block that was not searched. */
  next: bigint
}

const listAdded = keccak256(stringToHex('ListAdded(bytes32,bytes32)'))

/**
 * Reads all lists that a collection published up to the newest block, the newest first; goes on
 * with `search`. Rejects like `rpc`, and with an `RpcUnavailableError` where a node takes so few
 * blocks that some are left; `search` keeps what was read.
 */
export async function readPublishedLists(
  rpc: Rpc,
  contract: Address,
  search: ListSearch = { found: [], next: 0n },
): Promise<PublishedList[]> {
  const to = parseQuantity(await rpc('eth_blockNumber', []))
  const query = { contract, filters: [[listAdded]], from: search.next, to }
  for await (const { logs, next } of readLogs(rpc, query)) {
    const events = logs.filter(({ data }) => data.length === 130)
    search.found.push(
      ...events.map(({ data }) => ({
        root: slice(data, 0, 32),
        contentHash: slice(data, 32, 64),
      })),
    )
    search.next = next
  }
  if (search.next <= to) {
    throw new RpcUnavailableError(`${to - search.next + 1n} blocks were not read`)
  }
  // A list that was published again counts from its last event.
  const newestFirst = search.found.toReversed()
  const roots = newestFirst.map(({ root }) => root)
  return newestFirst.filter(({ root }, at) => roots.indexOf(root) === at)
}
