import { PageTitle } from '../../../components/page-title.tsx'
import { useSearch } from '../../../lib/use-search.ts'
import { servedPart } from '../served-part.tsx'
import { ListPlaceholder } from './list-placeholder.tsx'

const Lessons = servedPart(async () => (await import('./lessons.tsx')).Lessons, {
  missing: 'The lessons could not be loaded',
  placeholder: <ListPlaceholder />,
})

/** Page `/academy`: all lessons by track, with search, filters and progress. */
export function AcademyPage() {
  const query = useSearch()
  return (
    <div className="academy">
      <PageTitle>Academy</PageTitle>
      <Lessons query={query} />
    </div>
  )
}
