import './academy.css'
import { AcademyPage } from '../features/academy/list/academy-page.tsx'

export function Page() {
  return <AcademyPage />
}
