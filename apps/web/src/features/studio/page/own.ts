import type { Collection } from '@platemark/api/collections'
import type { Network } from '@platemark/api/config'
import type { User } from '@platemark/api/profile'
import type { Draft } from '@platemark/api/studio'
import type { Address } from 'viem'

/** A deployed collection as its owner sees it; every part of its page gets it. */
export type Own = {
  /** Texts and terms of the studio; `fields.payees` are the present ones. */
  draft: Draft
  collection: Collection
  network: Network
  user: User
}

/** Returns the contract of a collection. */
export function collectionContract({ collection }: Pick<Own, 'collection'>): Address {
  // Safe: the API contract defines it as an address.
  return collection.contract_address as Address
}
