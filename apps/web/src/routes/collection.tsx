import './collection.css'
import { CollectionPage } from '../features/collection/collection-page.tsx'

export function Page() {
  return <CollectionPage />
}
