// biome-ignore-all format: one line an item keeps differences readable.
// Written by tools/generate-abi.ts from contracts/src/collections/Platform.sol.
export const platformAbi = [
  {"type":"constructor","inputs":[{"name":"firstOwner","type":"address"}],"stateMutability":"nonpayable"},
  {"type":"function","name":"acceptOwnership","inputs":[],"outputs":[],"stateMutability":"nonpayable"},
  {"type":"function","name":"feeRecipient","inputs":[],"outputs":[{"name":"","type":"address"}],"stateMutability":"view"},
  {"type":"function","name":"owner","inputs":[],"outputs":[{"name":"","type":"address"}],"stateMutability":"view"},
  {"type":"function","name":"pendingOwner","inputs":[],"outputs":[{"name":"","type":"address"}],"stateMutability":"view"},
  {"type":"function","name":"setFeeRecipient","inputs":[{"name":"newRecipient","type":"address"}],"outputs":[],"stateMutability":"nonpayable"},
  {"type":"function","name":"transferOwnership","inputs":[{"name":"newOwner","type":"address"}],"outputs":[],"stateMutability":"nonpayable"},
  {"type":"event","name":"FeeRecipientChanged","inputs":[{"name":"feeRecipient","type":"address","indexed":false}],"anonymous":false},
  {"type":"event","name":"OwnershipTransferStarted","inputs":[{"name":"previousOwner","type":"address","indexed":true},{"name":"newOwner","type":"address","indexed":true}],"anonymous":false},
  {"type":"event","name":"OwnershipTransferred","inputs":[{"name":"previousOwner","type":"address","indexed":true},{"name":"newOwner","type":"address","indexed":true}],"anonymous":false},
  {"type":"error","name":"NotOwner","inputs":[]},
  {"type":"error","name":"NotPendingOwner","inputs":[]},
] as const
