import './names.css'
import { NamesPage } from '../features/names/names-page.tsx'

export function Page() {
  return <NamesPage />
}
