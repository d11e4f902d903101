import type { Collection } from '@platemark/api/collections'
import { shortAddress } from '@platemark/rules/amounts'
import { PageTitle } from '../../../components/page-title.tsx'
import { EmptyBlock } from '../../../ui/block.tsx'
import { Link } from '../../../ui/link.tsx'

/** Shown to the former owner of a collection once its new owner has accepted it. */
export function HandedOver({ collection: { name, owner } }: { collection: Collection }) {
  return (
    <>
      <PageTitle>{`${name}, handed over`}</PageTitle>
      <EmptyBlock
        level="h1"
        title={`Handed over to ${shortAddress(owner)}`}
        actions={
          <Link className="button" href="/studio">
            Go to your studio
          </Link>
        }
      >
        {name} has a new owner, who alone can change it now. What you earned before and
        have not withdrawn stays yours.
      </EmptyBlock>
    </>
  )
}
