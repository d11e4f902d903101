import { PageTitle } from '../../components/page-title.tsx'
import { EmptyBlock } from '../../ui/block.tsx'
import { Link } from '../../ui/link.tsx'

/** Shown for what does not exist or belongs to another account: the two answer alike. */
export function NotYours() {
  return (
    <>
      <PageTitle>Not found</PageTitle>
      <EmptyBlock
        level="h1"
        title="None of your collections is at this address"
        actions={
          <Link className="button" href="/studio">
            Go to your studio
          </Link>
        }
      >
        Check the link for typos. If another wallet of yours owns the collection, sign in
        with that one.
      </EmptyBlock>
    </>
  )
}
