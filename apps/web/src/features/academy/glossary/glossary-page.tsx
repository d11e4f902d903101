import { PageTitle } from '../../../components/page-title.tsx'
import { useSearch } from '../../../lib/use-search.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { servedPart } from '../served-part.tsx'

const GlossaryTerms = servedPart(
  async () => (await import('./glossary-terms.tsx')).GlossaryTerms,
  {
    missing: 'The glossary could not be loaded',
    placeholder: (
      <div className="late" role="status" aria-label="Loading the glossary">
        <h1>Glossary</h1>
        <p>
          <Skeleton width="70%" height={16} />
        </p>
      </div>
    ),
  },
)

/** Page `/academy/glossary`: every term that the lessons use. */
export function GlossaryPage() {
  const { q = '' } = useSearch()
  return (
    <div className="glossary">
      <PageTitle>Glossary</PageTitle>
      <GlossaryTerms q={q} />
    </div>
  )
}
