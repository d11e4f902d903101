import { collectionFactoryAbi } from '@platemark/abi/collection-factory'
import { dropCollectionAbi } from '@platemark/abi/drop-collection'
import { editionCollectionAbi } from '@platemark/abi/edition-collection'
import { decodeEventLog, type Hex, toEventSelector } from 'viem'

/** ABI of the factory and of both kinds of collections. */
export const contractsAbi = [
  ...collectionFactoryAbi,
  ...dropCollectionAbi,
  ...editionCollectionAbi,
] as const

/** Decodes a log by the ABI alone. Throws for an event that no contract of ours can emit. */
export function decodeLog({ topics, data }: { topics: readonly Hex[]; data: Hex }) {
  const [selector] = topics
  const item = selector && itemOf.get(selector)
  if (!item) throw new Error(`Log has an unknown event: got selector ${selector}`)
  // Safe: the item is one of the events of `contractsAbi`, and the first topic is there.
  const abi = [item] as unknown as typeof contractsAbi
  return decodeEventLog({ abi, topics: topics as [Hex, ...Hex[]], data })
}

/** Names of all events that the contracts can emit. */
export const eventNames = [
  ...new Set(contractsAbi.flatMap((item) => (item.type === 'event' ? [item.name] : []))),
]

const itemOf = new Map(
  contractsAbi.flatMap((item) =>
    item.type === 'event' ? [[toEventSelector(item), item] as const] : [],
  ),
)
