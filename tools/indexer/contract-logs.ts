import { collectionFactoryAbi } from '@platemark/abi/collection-factory'
import { dropCollectionAbi } from '@platemark/abi/drop-collection'
import { editionCollectionAbi } from '@platemark/abi/edition-collection'
import { type Address, decodeEventLog, type Hex, toEventSelector } from 'viem'

/** Everything that our factory and its collections understand and log. */
export const contractsAbi = [
  ...collectionFactoryAbi,
  ...dropCollectionAbi,
  ...editionCollectionAbi,
] as const

/** What a contract said, read by its ABI alone. Throws for what no contract of ours can log. */
export function decodeLog({ topics, data }: { topics: readonly Hex[]; data: Hex }) {
  const [selector] = topics
  const item = selector && itemOf.get(selector)
  if (!item) throw new Error(`No contract of ours logs ${selector}.`)
  // Safe: the item is one of the events of `contractsAbi`, and the first topic is there.
  const abi = [item] as unknown as typeof contractsAbi
  return decodeEventLog({ abi, topics: topics as [Hex, ...Hex[]], data })
}

/** Names of all events that the contracts can log. */
export const eventNames = [
  ...new Set(contractsAbi.flatMap((item) => (item.type === 'event' ? [item.name] : []))),
]

/** As tables and keys have it. */
export function lower(address: Address): Address {
  // Safe: lower-casing hex digits keeps an address an address.
  return address.toLowerCase() as Address
}

const itemOf = new Map(
  contractsAbi.flatMap((item) =>
    item.type === 'event' ? [[toEventSelector(item), item] as const] : [],
  ),
)
