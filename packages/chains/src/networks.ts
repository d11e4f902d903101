import { depths } from './depths.ts'
import { ether, type NetworkDefinition } from './network.ts'
import { opNetworks } from './op-networks.ts'
import { otherMainnets } from './other-mainnets.ts'
import { otherTestnets } from './other-testnets.ts'
import { zkNetworks } from './zk-networks.ts'

/** Every network that can be enabled by its alias alone. */
export const networks: readonly NetworkDefinition[] = [
  {
    alias: 'local',
    id: 31337,
    name: 'Harbour',
    stack: 'evm',
    nativeCurrency: ether,
    rpcUrls: ['http://127.0.0.1:8545'],
    explorer: null,
    isTestnet: false,
    confirmations: depths.embedded,
  },
  {
    alias: 'local-two',
    id: 31338,
    name: 'Quay',
    stack: 'evm',
    nativeCurrency: ether,
    rpcUrls: ['http://127.0.0.1:8546'],
    explorer: null,
    isTestnet: false,
    confirmations: depths.embedded,
  },
  ...otherMainnets,
  ...opNetworks,
  ...zkNetworks,
  ...otherTestnets,
]

/** Finds the network with this alias. */
export function findNetwork(alias: string): NetworkDefinition | undefined {
  return networks.find((network) => network.alias === alias)
}
