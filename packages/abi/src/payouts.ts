// biome-ignore-all format: one line an item keeps differences readable.
// Written by tools/generate-abi.ts from contracts/src/collections/Payouts.sol.
export const payoutsAbi = [
  {"type":"function","name":"owedMany","inputs":[{"name":"collections","type":"address[]"},{"name":"account","type":"address"}],"outputs":[{"name":"amounts","type":"uint256[]"}],"stateMutability":"view"},
  {"type":"function","name":"releaseMany","inputs":[{"name":"collections","type":"address[]"},{"name":"account","type":"address"}],"outputs":[{"name":"amounts","type":"uint256[]"}],"stateMutability":"nonpayable"},
  {"type":"error","name":"NotEnoughGas","inputs":[]},
] as const
