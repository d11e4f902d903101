import type { TokenDetails } from '@platemark/api/collection-reads'
import type { Collection } from '@platemark/api/collections'
import type { Network } from '@platemark/api/config'
import { endpointUrl } from '@platemark/api/endpoint'
import { getTokenMetadata } from '@platemark/api/operations'
import { Address } from '../../../components/address.tsx'
import { Copy } from '../../../ui/copy.tsx'
import { ExternalLink } from '../../../ui/external-link.tsx'
import { marketUrl } from './market-url.ts'

type TokenFactsProps = {
  collection: Collection
  network: Network
  token: TokenDetails
}

/** Technical facts of a token: contract, id, standard and metadata, and where it is traded. */
export function TokenFacts({ collection, network, token }: TokenFactsProps) {
  const { chain_alias, contract_address, token_id } = token
  const metadata = endpointUrl(getTokenMetadata, {
    params: { chain_alias, contract_address, token_id },
  })
  return (
    <section className="token-facts">
      <h3>Details</h3>
      <dl>
        <div>
          <dt>Contract</dt>
          <dd>
            <Address address={contract_address} noun="contract address" />
          </dd>
        </div>
        <div>
          <dt>Token</dt>
          <dd>
            {token_id}
            <Copy text={token_id} label="Copy token id" />
          </dd>
        </div>
        <div>
          <dt>Standard</dt>
          <dd>{collection.kind === 'edition' ? 'ERC-1155' : 'ERC-721'}</dd>
        </div>
        <div>
          <dt>Metadata</dt>
          <dd>
            <a className="link" href={metadata} target="_blank" rel="noopener noreferrer">
              Read the file<span className="hide"> (opens in a new tab)</span>
            </a>
          </dd>
        </div>
        {network.markets.length > 0 && !token.burned_at && (
          <div>
            <dt>Markets</dt>
            <dd className="token-markets">
              {network.markets.map(({ name, item_url }) => (
                <ExternalLink
                  key={item_url}
                  className="link"
                  href={marketUrl(item_url, {
                    ...{ contract: contract_address, token: token_id },
                  })}
                >
                  {name}
                </ExternalLink>
              ))}
            </dd>
          </div>
        )}
      </dl>
    </section>
  )
}
