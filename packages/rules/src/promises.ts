/**
 * The sentences on the page of a collection about what its contract excludes. Each stands under
 * a lock and holds in every case in which it is shown, the whole of it: what the contract
 * allows is a row of its own (`openTerms`, and `noticeNone`), under "not guaranteed". The test
 * `test_promise_<name>` of contracts/test/collections/Promises.t.sol performs the excluded act
 * on the contract and expects the revert. A new sentence needs a test of its name
 * (promises.test.ts).
 */
export const promises = {
  supplyFixed: (most: string) => `Max ${most}, permanently.`,
  supplyUncappedFixed: () => 'No cap, permanently.',
  supplyCapped: (most: string) =>
    `Max ${most}. The creator can lower it, never raise it.`,

  /** Frozen with a manifest hash. */
  metadataByHash: (hash: string) =>
    `The files are fixed by hash ${hash}. The address they are read from may move until it is on IPFS.`,
  /** Frozen without a hash. */
  metadataAtAddress: () =>
    'The address of the files can never move. An IPFS address fixes the files too. Any other can still serve new ones.',

  /** Revealed, and not frozen. */
  metadataRevealed: (hash: string) =>
    `Revealed, and fixed by hash ${hash}. The address the files are read from may move.`,

  orderFixed: (hash: string) =>
    `The order of the works was fixed by ${hash} before the first mint. A reveal cannot change it.`,

  royaltyNone: () => 'No royalties, permanently.',
  royaltyAtMost: (now: string, most: string) => `${now} now, never more than ${most}.`,
  royaltyToOwner: () => 'Royalties go to the owner.',
  royaltyToSplit: () =>
    'Royalties go to a contract that splits them among its payees. Neither can ever change.',

  transfersAlways: () => 'Always allowed.',
  transfersNever: () => 'Never. An item stays with the wallet it was minted to.',

  mintFee: (fee: string) => `${fee} per item, fixed at creation.`,

  noticeWaits: (time: string) =>
    `A live phase can only get better for you immediately. Worse terms wait ${time}.`,
  noticeNone: () => 'Everything can change immediately, also during a live phase.',

  /** Stands behind the name of the owner. */
  owner: () => 'cannot move items.',
} as const

/** Acts that the contract allows, stated as openly as its promises. */
export const openTerms = {
  supply: () => 'No cap so far. The creator can still set one.',
  metadata: () => 'Not frozen. The creator can still change them.',
  pausing: () => 'The owner can pause minting immediately, also during a live phase.',
} as const
