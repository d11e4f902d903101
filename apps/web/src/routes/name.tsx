import './name.css'
import { NamePage } from '../features/names/profile/name-page.tsx'

export function Page() {
  return <NamePage />
}
