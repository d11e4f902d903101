import type { Collector } from '@platemark/api/collector'
import { explorerLink } from '@platemark/rules/explorer'
import { useIsOwn } from '../../components/account-lists/use-is-own.ts'
import { useAppConfig, useNetwork } from '../../components/app-config.ts'
import { collectorHref } from '../../components/creator.tsx'
import { useSearch } from '../../lib/use-search.ts'
import { ExternalLink } from '../../ui/external-link.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'

/** Notice for the viewer's own, empty or special addresses. */
export function CollectorNotice({ collector }: { collector: Collector }) {
  const isOwn = useIsOwn(collector)
  const { address, is_blocked, contract_on, collected, collection } = collector
  if (collection) {
    return (
      <Notice title="This is the address of a collection.">
        <Link
          className="link"
          href={`/collection/${collection.chain_alias}/${collection.path}`}
        >
          See the collection
        </Link>
      </Notice>
    )
  }
  if (is_blocked) return <BlockedNotice />
  if (contract_on) {
    return (
      <ContractNotice
        address={address}
        chain={contract_on}
        quantity={collected.quantity}
      />
    )
  }
  return isOwn ? <OwnNotice collector={collector} /> : null
}

function BlockedNotice() {
  const { operator_name, product_name } = useAppConfig()
  return (
    <Notice
      kind="warning"
      title={`${operator_name ?? product_name} does not show what this address created.`}
    >
      Its profile is hidden too. Contracts and tokens on the networks are unchanged.{' '}
      <Link className="link" href="/about#blocked">
        How blocking works
      </Link>
    </Notice>
  )
}

function OwnNotice({ collector: { name } }: { collector: Collector }) {
  return (
    <Notice kind="quiet">
      This is your public page.{' '}
      {name === null
        ? 'Add a username, picture and links in your'
        : 'You can change it in your'}{' '}
      <Link className="link" href="/settings">
        profile
      </Link>
      .
    </Notice>
  )
}

function ContractNotice({
  address,
  chain,
  quantity,
}: {
  address: string
  chain: string
  quantity: number
}) {
  const network = useNetwork(chain)
  const explorer = network?.explorer
  const { chain: shown } = useSearch()
  const name = network?.name ?? chain
  return (
    <Notice title={`This address is a contract on ${name}.`}>
      Its code decides who can move the {quantity === 1 ? 'item' : `${quantity} items`}{' '}
      that it holds. It may not exist on other networks.{' '}
      {shown !== chain && (
        <>
          <Link className="link" href={collectorHref(address, chain)}>
            Its page on {name}
          </Link>{' '}
        </>
      )}
      {explorer && (
        <ExternalLink className="link" href={explorerLink(explorer, 'address', address)}>
          Contract in the explorer
        </ExternalLink>
      )}
    </Notice>
  )
}
