import { CollectionSkeletons } from '../../components/collection-skeletons.tsx'
import { Failure } from '../../components/failure.tsx'
import { PageTitle } from '../../components/page-title.tsx'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { usePart } from '../../lib/use-part.ts'

/** Page `/saved`: the collections saved and the creators followed in this browser. */
export function SavedListPage() {
  const loaded = usePart(
    async () => (await import('./saved-list.tsx')).SavedList,
    useHydrated(),
  )
  const { part: SavedList, error } = loaded
  return (
    <div className="saved-page">
      <PageTitle>Saved</PageTitle>
      <h1>Saved</h1>
      <p className="lead">
        Collections you saved and creators you follow. The list is in this browser only,
        with or without a wallet, and logging out keeps it.
      </p>
      <noscript>
        <p className="lead">Turn on JavaScript to see it.</p>
      </noscript>
      {SavedList ? (
        <SavedList waiting={waiting} />
      ) : error ? (
        <Failure
          title="The list could not be loaded"
          text="It is still saved. Try again in a moment."
          error={error}
          level="h2"
          onRetry={loaded.retry}
        />
      ) : (
        waiting
      )}
    </div>
  )
}

/** Shown until the browser has read the list. */
const waiting = (
  <div className="grid" aria-busy="true">
    <CollectionSkeletons count={4} />
  </div>
)
