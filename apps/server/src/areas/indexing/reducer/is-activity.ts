import type { CollectionEvent } from '../collection-events.ts'

/**
 * Returns whether a checked event is activity: only then it is applied, stored and notified,
 * so that histories, counts and live pages have one rule. A transfer or burn of quantity 0
 * (`TransferSingle` of 0, `TransferBatch` without values or of zeros only) is none: ERC-1155
 * lets an account without any token emit one to every other account, and an address that
 * looks like a known one would stand in a stranger's history (address poisoning). A transfer
 * to oneself is activity: it takes a token and names its holder alone.
 */
export function isActivity(event: CollectionEvent): boolean {
  const isMove = event.kind === 'transfer' || event.kind === 'burn'
  return !isMove || event.data.quantity > 0
}
