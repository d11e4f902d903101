import { listCollections } from '@platemark/api/operations'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../lib/query.ts'
import { Notice } from '../../../ui/notice.tsx'
import { useDraftEditor } from '../draft-editor.tsx'

/** Notice that other collections of this site have the same name. */
export function NameClash({ name }: { name: string }) {
  const { draft } = useDraftEditor()
  const search = name.trim()
  const { data } = useQuery({
    ...apiQuery(listCollections, { query: { search } }),
    // The search takes 2 to 64 characters.
    enabled: search.length >= 2 && search.length <= 64,
  })
  const fold = (text: string) => text.normalize('NFKC').trim().toLowerCase()
  const same = data?.data.filter(
    (card) => fold(card.name) === fold(search) && card.contract_id !== draft.contract_id,
  )
  if (!same || same.length === 0) return null
  return (
    <Notice title={`${search} is also the name of ${countWords(same.length)} here`}>
      Collectors may confuse them. You can keep the name.
    </Notice>
  )
}

function countWords(count: number): string {
  return count === 1 ? 'another collection' : `${count} other collections`
}
