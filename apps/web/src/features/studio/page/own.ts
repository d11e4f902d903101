import type { Collection } from '@platemark/api/collections'
import type { Network } from '@platemark/api/config'
import type { User } from '@platemark/api/profile'
import type { Draft } from '@platemark/api/studio'

/** A deployed collection as its owner sees it; every part of its page gets it. */
export type Own = {
  /** Texts and terms of the studio; `fields.payees` are the present ones. */
  draft: Draft
  collection: Collection
  network: Network
  user: User
}
