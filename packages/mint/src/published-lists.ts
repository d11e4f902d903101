import { type Address, keccak256, slice, stringToHex } from 'viem'
import type { PublishedList } from './list-file.ts'
import { isHexData, isRecord, type Rpc } from './rpc.ts'

/**
 * Reads all lists that a collection published, the newest first, from its logs since
 * `fromBlock`. Rejects like `rpc`: many public nodes limit the block range of one request.
 */
export async function readPublishedLists(
  rpc: Rpc,
  contract: Address,
  fromBlock = 0n,
): Promise<PublishedList[]> {
  const filter = {
    address: contract,
    topics: [keccak256(stringToHex('ListAdded(bytes32,bytes32)'))],
    fromBlock: `0x${fromBlock.toString(16)}`,
    toBlock: 'latest',
  }
  const logs = await rpc('eth_getLogs', [filter])
  if (!Array.isArray(logs)) throw new TypeError('eth_getLogs result is not an array')
  const lists = logs.flatMap((log: unknown) => {
    if (!isRecord(log) || !isHexData(log.data) || log.data.length !== 130) return []
    return [{ root: slice(log.data, 0, 32), contentHash: slice(log.data, 32, 64) }]
  })
  // A list that was published again counts from its last event.
  return [...new Map(lists.map((list) => [list.root, list])).values()].reverse()
}
