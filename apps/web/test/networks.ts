import type { Network } from '@platemark/api/config'

/** Network of an instance, as `/api/config` has it. */
export const localNetwork: Network = {
  id: 31_337,
  alias: 'local',
  name: 'Local',
  stack: 'evm',
  native_currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpc_urls: ['/rpc/local'],
  explorer: null,
  is_testnet: false,
  is_demo: true,
  confirmations: 0,
  sponsor_url: null,
  markets: [],
  contracts: null,
  behind_seconds: 0,
}
