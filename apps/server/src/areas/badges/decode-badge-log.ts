import { campaignBadgesAbi } from '@platemark/abi/campaign-badges'
import { numberToHex, zeroAddress } from 'viem'
import { type IndexedLog, InvalidLogError } from '../../indexer/projection.ts'
import { createEventDecoder, type EventDecoder } from '../indexing/service.ts'

/** A claim or removal of a badge. Addresses and hashes are lower case. */
type BadgePayload = {
  kind: 'claimed' | 'removed'
  token_id: string
  account: string
  /** Null for removals. */
  campaign_id: string | null
  reward_id: string | null
  nonce: string | null
}

export type BadgeEvent = BadgePayload & {
  block_number: number
  log_index: number
  tx_hash: string
  time: Date
}

const event = createEventDecoder(campaignBadgesAbi)

const decoders = new Map<string, EventDecoder<BadgePayload | null>>([
  event('BadgeClaimed', ({ campaignId, rewardId, account, tokenId, nonce }) => ({
    kind: 'claimed',
    token_id: `${tokenId}`,
    account: account.toLowerCase(),
    campaign_id: campaignId,
    reward_id: rewardId,
    nonce: `${nonce}`,
  })),
  // The transfer of a claim has less than `BadgeClaimed`.
  event('Transfer', ({ to, tokenId }) =>
    to === zeroAddress
      ? {
          ...{ kind: 'removed', token_id: `${tokenId}`, account: toAccount(tokenId) },
          ...{ campaign_id: null, reward_id: null, nonce: null },
        }
      : null,
  ),
])

/** Decodes logs of a contract of badges; those that change no badge are left out. */
export function decodeBadgeLogs(logs: readonly IndexedLog[]): {
  events: BadgeEvent[]
  unreadable: [IndexedLog, reason: string][]
} {
  const events: BadgeEvent[] = []
  const unreadable: [IndexedLog, string][] = []
  for (const log of logs) {
    const decode = decoders.get(log.topics[0] ?? '')
    if (!decode) continue
    try {
      const payload = decode(log)
      if (payload) events.push({ ...payload, ...toPosition(log) })
    } catch (error) {
      const isOurs = error instanceof InvalidLogError
      unreadable.push([log, isOurs ? error.message : 'log cannot be decoded'])
    }
  }
  return { events, unreadable }
}

function toPosition({ blockNumber, logIndex, transactionHash, blockTime }: IndexedLog) {
  return {
    block_number: blockNumber,
    log_index: logIndex,
    tx_hash: transactionHash,
    time: blockTime,
  }
}

/** The account is the last 160 bits of the id. */
function toAccount(tokenId: bigint): string {
  const low = BigInt.asUintN(160, tokenId)
  return numberToHex(low, { size: 20 })
}
