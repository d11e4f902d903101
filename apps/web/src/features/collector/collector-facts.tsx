import type { Collector } from '@platemark/api/collector'
import { formatCount } from '@platemark/rules/amounts'
import { explorerLink } from '@platemark/rules/explorer'
import type { ReactNode } from 'react'
import { useAppConfig } from '../../components/app-config.ts'
import { formatUtcDay } from '../../lib/format.ts'
import { ExternalLink } from '../../ui/external-link.tsx'

/** Key figures of a collector: counts, first activity and networks. */
export function CollectorFacts({ collector }: { collector: Collector }) {
  const { collected, created, first_mint_at, contract_on } = collector
  if (collected.quantity === 0 && created.collections === 0) return null
  return (
    <dl className="collector-facts">
      {collected.quantity > 0 && (
        <>
          <Fact term={contract_on ? 'Holds' : 'Collected'}>
            {formatCount(collected.quantity)}
            {collected.is_exact ? '' : '+'}{' '}
            <small>{collected.quantity === 1 ? 'item' : 'items'}</small>
          </Fact>
          <Fact term="From">{collectionsOf(collected)}</Fact>
        </>
      )}
      {created.collections > 0 && <Fact term="Created">{collectionsOf(created)}</Fact>}
      {first_mint_at && (
        <Fact term="First mint here">
          <time dateTime={first_mint_at}>
            {formatUtcDay(first_mint_at)} {first_mint_at.slice(0, 4)}
          </time>
        </Fact>
      )}
      {collected.networks.length > 0 && <HeldOnNetworks collector={collector} />}
    </dl>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function HeldOnNetworks({ collector: { address, collected } }: { collector: Collector }) {
  return (
    <div className="on">
      <dt>Holds on</dt>
      <dd>
        <ul>
          {collected.networks.map(({ chain_alias, quantity }) => (
            <li key={chain_alias}>
              <HoldsOn address={address} chain={chain_alias} quantity={quantity} />
            </li>
          ))}
        </ul>
      </dd>
    </div>
  )
}

function collectionsOf({
  collections,
  is_exact,
}: {
  collections: number
  is_exact: boolean
}) {
  return (
    <>
      {formatCount(collections)}
      {is_exact ? '' : '+'}{' '}
      <small>{collections === 1 ? 'collection' : 'collections'}</small>
    </>
  )
}

function HoldsOn({
  address,
  chain,
  quantity,
}: {
  address: string
  chain: string
  quantity: number
}) {
  const network = useAppConfig().networks.find(({ alias }) => alias === chain)
  const words = (
    <>
      {network?.name ?? chain} <b>{formatCount(quantity)}</b>
    </>
  )
  if (!network?.explorer) return words
  return (
    <ExternalLink href={explorerLink(network.explorer, 'address', address)}>
      {words}
      <span className="hide">, address in the block explorer</span>
    </ExternalLink>
  )
}
