import { formatCount } from '@platemark/rules/amounts'
import type { Collector } from '@platemark/wire/collector'
import { useAppConfig } from '../../components/app-config.ts'
import { formatUtcDay } from '../../lib/format.ts'
import { ExternalLink } from '../../ui/external-link.tsx'

/** How much of what, since when, and on which networks. */
export function CollectorFacts({ collector }: { collector: Collector }) {
  const { address, collected, created, first_mint_at, contract_on } = collector
  if (collected.quantity === 0 && created.collections === 0) return null
  return (
    <dl className="collector-facts">
      {collected.quantity > 0 && (
        <>
          <div>
            <dt>{contract_on ? 'Holds' : 'Collected'}</dt>
            <dd>
              {formatCount(collected.quantity)}
              {collected.is_exact ? '' : '+'}{' '}
              <small>{collected.quantity === 1 ? 'print' : 'prints'}</small>
            </dd>
          </div>
          <div>
            <dt>From</dt>
            <dd>{collectionsOf(collected)}</dd>
          </div>
        </>
      )}
      {created.collections > 0 && (
        <div>
          <dt>Created</dt>
          <dd>{collectionsOf(created)}</dd>
        </div>
      )}
      {first_mint_at && (
        <div>
          <dt>First print here</dt>
          <dd>
            <time dateTime={first_mint_at}>
              {formatUtcDay(first_mint_at)} {first_mint_at.slice(0, 4)}
            </time>
          </dd>
        </div>
      )}
      {collected.networks.length > 0 && (
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
      )}
    </dl>
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
    <ExternalLink href={`${network.explorer.url.replace(/\/$/, '')}/address/${address}`}>
      {words}
      <span className="hide">, address in the block explorer</span>
    </ExternalLink>
  )
}
