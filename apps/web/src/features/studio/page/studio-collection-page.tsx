import { OwnPage, ownPart } from '../own-page.tsx'
import { CollectionSkeleton } from './collection-skeleton.tsx'

const part = ownPart(async () => (await import('./own-collection.tsx')).OwnCollection)

/** Page `/studio/{contract_id}`: one collection of the signed-in user. */
export function StudioCollectionPage() {
  return (
    <OwnPage
      title="Studio"
      signIn={{
        title: 'Sign in to run your collection',
        text: 'Only its owner sees this page. Signing in is free and sends no transaction.',
      }}
      skeleton={<CollectionSkeleton />}
      part={part}
    />
  )
}
