/**
 * How many blocks must lie above one until it counts as confirmed, for each way in which chains
 * agree on their blocks. An operator who wants more, or less, sets `confirmations`.
 */
export const depths = {
  // An embedded chain is one process, and makes no further block until somebody asks for one.
  embedded: 0,
  // Two epochs of 32 slots: two thirds of the stake have voted for it.
  ethereum: 64,
  // The same rule with epochs of 16 slots.
  gnosis: 32,
  // One sequencer orders the blocks, each second or two. After failures it took back those it had
  // not published yet; a minute or two later they are. Final with Ethereum: about 20 minutes.
  sequencer: 60,
  // The same with four blocks a second.
  arbitrum: 240,
  // The same where a block is made only when somebody sends something: more would take hours.
  onDemand: 30,
  // Its blocks stand and fall with Ethereum's: 64 slots of 12 seconds, at 2 seconds a block.
  based: 384,
  // Milestones are final in seconds; where they fail, checkpoints come each 256 blocks.
  polygon: 256,
  // Final by votes after two blocks; without votes, when 11 of 21 validators have made 8 each.
  authorities: 88,
  // Nodes show a block when it is final, or two blocks before; the rest is for slower nodes.
  finalAtOnce: 8,
  // Nothing certain is known: as cautious as on Ethereum.
  unknown: 64,
} as const
