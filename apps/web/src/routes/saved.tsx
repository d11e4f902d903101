import './saved.css'
import { SavedListPage } from '../features/saved/saved-list-page.tsx'

export function Page() {
  return <SavedListPage />
}
