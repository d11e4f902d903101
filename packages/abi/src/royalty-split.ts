// biome-ignore-all format: one line an item keeps differences readable.
// Written by tools/generate-abi.ts from contracts/src/interfaces/IRoyaltySplit.sol.
export const royaltySplitAbi = [
  {"type":"function","name":"owed","inputs":[{"name":"token","type":"address"},{"name":"account","type":"address"}],"outputs":[{"name":"","type":"uint256"}],"stateMutability":"view"},
  {"type":"function","name":"owed","inputs":[{"name":"account","type":"address"}],"outputs":[{"name":"","type":"uint256"}],"stateMutability":"view"},
  {"type":"function","name":"payees","inputs":[],"outputs":[{"name":"","type":"tuple[]","components":[{"name":"account","type":"address"},{"name":"bps","type":"uint16"}]}],"stateMutability":"view"},
  {"type":"function","name":"release","inputs":[{"name":"account","type":"address"}],"outputs":[{"name":"amount","type":"uint256"}],"stateMutability":"nonpayable"},
  {"type":"function","name":"release","inputs":[{"name":"token","type":"address"},{"name":"account","type":"address"}],"outputs":[{"name":"amount","type":"uint256"}],"stateMutability":"nonpayable"},
  {"type":"function","name":"released","inputs":[{"name":"token","type":"address"},{"name":"account","type":"address"}],"outputs":[{"name":"","type":"uint256"}],"stateMutability":"view"},
  {"type":"function","name":"released","inputs":[{"name":"account","type":"address"}],"outputs":[{"name":"","type":"uint256"}],"stateMutability":"view"},
  {"type":"event","name":"Released","inputs":[{"name":"account","type":"address","indexed":true},{"name":"amount","type":"uint256","indexed":false}],"anonymous":false},
  {"type":"event","name":"TokenReleased","inputs":[{"name":"token","type":"address","indexed":true},{"name":"account","type":"address","indexed":true},{"name":"amount","type":"uint256","indexed":false}],"anonymous":false},
  {"type":"error","name":"PaymentFailed","inputs":[{"name":"account","type":"address"}]},
  {"type":"error","name":"ReleaseUnderWay","inputs":[{"name":"token","type":"address"}]},
  {"type":"error","name":"UnusableToken","inputs":[{"name":"token","type":"address"}]},
] as const
