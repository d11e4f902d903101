import './collections.css'
import { CollectionsPage } from '../features/launchpad/collections-page.tsx'

export function Page() {
  return <CollectionsPage />
}
