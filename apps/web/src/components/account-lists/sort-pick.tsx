import { useRouter } from '@tanstack/react-router'
import { writeSearch } from '../../lib/search.ts'
import { useSearch } from '../../lib/use-search.ts'
import { Link } from '../../ui/link.tsx'

/** Links to both orders of a list by time; the chosen one is kept in the URL. */
export function SortPick({ isOldest }: { isOldest: boolean }) {
  const router = useRouter()
  const { cursor: _, ...search } = useSearch()
  const hrefOf = (sort_by: string) =>
    router.state.location.pathname + writeSearch({ ...search, sort_by })
  return (
    <fieldset className="segmented">
      <legend className="hide">Sort</legend>
      <Link
        href={hrefOf('')}
        replace
        scroll={false}
        aria-current={!isOldest || undefined}
      >
        Newest
      </Link>
      <Link
        href={hrefOf('oldest')}
        replace
        scroll={false}
        aria-current={isOldest || undefined}
      >
        Oldest
      </Link>
    </fieldset>
  )
}
