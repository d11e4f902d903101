import type { TokenDetails } from '@platemark/api/collection-reads'
import type { Collection } from '@platemark/api/collections'
import { endpointUrl } from '@platemark/api/endpoint'
import { getTokenMetadata } from '@platemark/api/operations'
import { Address } from '../../../components/address.tsx'
import { Copy } from '../../../ui/copy.tsx'

type TokenFactsProps = { collection: Collection; token: TokenDetails }

/** Technical facts of a token: contract, id, standard and network. */
export function TokenFacts({ collection, token }: TokenFactsProps) {
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
      </dl>
    </section>
  )
}
