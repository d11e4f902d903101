import type { Draft } from '@platemark/api/studio'
import { collectionHref } from '../../../components/collection-href.ts'
import { EmptyBlock } from '../../../ui/block.tsx'
import { Link } from '../../../ui/link.tsx'

/** Leads a co-editor to the page of a collection: what runs it is its owner's. */
export function EditorNotice({ draft }: { draft: Draft }) {
  const { fields, contract_address, visibility } = draft
  const { name, alias, chain_alias } = fields
  const hidden = visibility === 'hidden'
  const page = collectionHref({
    ...{ chain_alias, alias, hidden },
    contract_address: contract_address ?? '',
  })
  return (
    <EmptyBlock
      level="h1"
      title={`You edit the page of ${name}`}
      actions={
        <Link className="button" href={`${page}/edit`}>
          Edit the page
        </Link>
      }
    >
      Texts and pictures are yours to change. Sale, money and settings are shown to the
      owner only.
    </EmptyBlock>
  )
}
