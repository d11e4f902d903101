import type { Network } from '@platemark/api/config'
import { Address } from '../../components/address.tsx'
import { useAppConfig } from '../../components/app-config.ts'
import { AboutSection } from './about-section.tsx'
import { formatIndexLag } from './format-index-lag.ts'

/** List of all networks with the lag of their index. */
export function NetworkStatus() {
  const { networks } = useAppConfig()
  return (
    <AboutSection id="networks" title="Networks">
      <p>
        A network is a blockchain. Each collection is on one network, and a wallet uses
        one at a time.
      </p>
      <p>
        How up to date this site is with each network. Minting reads the network directly
        and does not depend on this.
      </p>
      <table className="network-status">
        <thead>
          <tr>
            <th>Network</th>
            <th>Coin</th>
            <th>Collections come from</th>
            <th className="end">Index</th>
          </tr>
        </thead>
        <tbody>
          {networks.map((network) => (
            <NetworkRow key={network.alias} network={network} />
          ))}
        </tbody>
      </table>
    </AboutSection>
  )
}

function NetworkRow({ network }: { network: Network }) {
  const { name, is_demo, is_testnet, native_currency, contracts } = network
  return (
    <tr>
      <th scope="row">
        {name}
        {is_demo && <span className="muted small"> demo</span>}
        {is_testnet && <span className="muted small"> test network</span>}
      </th>
      <td>{native_currency.symbol}</td>
      <td>
        {contracts ? (
          <Address
            address={contracts.factory}
            noun={`factory on ${name}`}
            network={network}
          />
        ) : (
          <span className="muted">not deployed</span>
        )}
      </td>
      <td className="end">{formatIndexLag(network)}</td>
    </tr>
  )
}
