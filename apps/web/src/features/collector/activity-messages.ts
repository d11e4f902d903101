import type { CollectorActivity } from '@platemark/api/collector'
import { isSameAddress } from '@platemark/rules/addresses'
import { formatCount } from '@platemark/rules/amounts'
import { isolateText } from '@platemark/rules/isolate-text'

type ActivityItem = Pick<
  CollectorActivity,
  'type' | 'from' | 'to' | 'token_id' | 'quantity' | 'amount_wei' | 'collection'
>

/** Two lines of an activity: the action, and its counterparty or price. */
export type ActivityMessage = { title: string; note: string }

/**
 * Describes an activity from the point of view of `account`: a transfer is sent by one
 * address and received by another.
 */
export function describeActivity(
  deed: ActivityItem,
  account: string,
  amountOf: (wei: bigint) => string,
  /** How the other account is named. */
  party: string,
): ActivityMessage {
  const { type, from, to, collection } = deed
  const isSender = isSameAddress(from, account)
  const isReceiver = isSameAddress(to, account)
  const what = describeItems(deed)
  switch (type) {
    case 'mint':
      return { title: `Minted ${what}`, note: describePrice(deed.amount_wei, amountOf) }
    case 'airdrop':
      return { title: `Received ${what}`, note: 'from its creator' }
    case 'burn':
      return { title: `Burned ${what}`, note: 'permanently' }
    case 'transfer':
      if (isSender && isReceiver) return { title: `Moved ${what}`, note: 'to itself' }
      return isSender
        ? { title: `Sent ${what}`, note: to ? `to ${party}` : '' }
        : { title: `Received ${what}`, note: from ? `from ${party}` : '' }
    default:
      return {
        title: `Created ${isolateText(collection.name)}`,
        note: describeEdition(collection.max_supply),
      }
  }
}

/**
 * Names the tokens: `Tidewater #12`, `3 prints of Tidewater, #12 to #14`, `2 copies of
 * Heath`.
 */
function describeItems({ token_id, quantity, collection }: ActivityItem): string {
  const many = quantity ?? 1
  const { is_edition } = collection
  const name = isolateText(collection.name)
  if (is_edition || token_id === null) {
    return many === 1 ? `a copy of ${name}` : `${formatCount(many)} copies of ${name}`
  }
  if (many === 1) return `${name} #${token_id}`
  const last = BigInt(token_id) + BigInt(many - 1)
  return `${formatCount(many)} items of ${name}, #${token_id} to #${last}`
}

function describePrice(wei: string | null, amountOf: (wei: bigint) => string): string {
  if (wei === null) return ''
  return BigInt(wei) === 0n ? 'for free' : `for ${amountOf(BigInt(wei))}`
}

function describeEdition(maxSupply: number | null): string {
  return maxSupply === null ? 'open edition' : `edition of ${formatCount(maxSupply)}`
}
