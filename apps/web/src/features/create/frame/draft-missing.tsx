import type { Draft } from '@platemark/api/studio'
import { collectionHref } from '../../../components/collection-href.ts'
import { EmptyBlock } from '../../../ui/block.tsx'
import { Link } from '../../../ui/link.tsx'

/** A draft that cannot be edited: none at this address, or on the chain already. */
export function DraftMissing({ deployed }: { deployed?: Draft }) {
  const address = deployed?.contract_address
  if (!deployed || !address) {
    return (
      <EmptyBlock
        level="h1"
        title="This draft does not exist"
        actions={
          <Link className="button" href="/create">
            Your drafts
          </Link>
        }
      >
        It was deleted, or it belongs to another wallet.
      </EmptyBlock>
    )
  }
  const { chain_alias, alias, name } = deployed.fields
  const page = collectionHref({ chain_alias, alias, contract_address: address })
  return (
    <EmptyBlock
      level="h1"
      title={`${name} is deployed`}
      actions={
        <Link className="button" href={page}>
          Open page
        </Link>
      }
    >
      This draft was deployed. You can still edit its page.
    </EmptyBlock>
  )
}
