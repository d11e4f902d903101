import { Address } from '../../components/address.tsx'
import { useAppConfig } from '../../components/app-config.ts'
import { AboutSection } from './about-section.tsx'
import { sayBehind } from './say-behind.ts'

/** Every network of this site, and how far behind it the index is. */
export function NetworkStatus() {
  const { networks } = useAppConfig()
  return (
    <AboutSection id="networks" title="Networks">
      <p>
        How old the newest is that this site knows of each network. Minting asks the
        network itself, so it does not wait for this.
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
            <tr key={network.alias}>
              <th scope="row">
                {network.name}
                {network.is_demo && <span className="muted small"> demo</span>}
                {network.is_testnet && <span className="muted small"> test network</span>}
              </th>
              <td>{network.native_currency.symbol}</td>
              <td>
                {network.contracts ? (
                  <Address
                    address={network.contracts.factory}
                    noun={`factory on ${network.name}`}
                    network={network}
                  />
                ) : (
                  <span className="muted">not deployed</span>
                )}
              </td>
              <td className="end">{sayBehind(network)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </AboutSection>
  )
}
