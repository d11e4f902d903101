/**
 * Blocks above one until it counts as confirmed, for each kind of consensus. An operator can set
 * `confirmations` instead.
 */
export const depths = {
  // An embedded chain is one process, and mines a block only for a transaction.
  embedded: 0,
  // Two epochs of 32 slots: two thirds of the stake have voted for it.
  ethereum: 64,
  // The same rule with epochs of 16 slots.
  gnosis: 32,
  // One sequencer orders the blocks, each second or two. After failures it reorganised those it had
  // not published yet; a minute or two later they are. Final with Ethereum: about 20 minutes.
  sequencer: 60,
  // The same with four blocks a second.
  arbitrum: 240,
  // The same where a block is made only for a transaction: more would take hours.
  onDemand: 30,
  // Its blocks are reorganised with Ethereum's: 64 slots of 12 seconds, at 2 seconds a block.
  based: 384,
  // Milestones are final in seconds; where they fail, checkpoints come each 256 blocks.
  polygon: 256,
  // Final by votes after two blocks; without votes, when 11 of 21 validators have made 8 each.
  authorities: 88,
  // Nodes show a block when it is final, or two blocks before; the rest is for slower nodes.
  finalAtOnce: 8,
  // Consensus unknown: the depth of Ethereum.
  unknown: 64,
} as const
