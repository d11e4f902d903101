import './academy-glossary.css'
import { GlossaryPage } from '../features/academy/glossary/glossary-page.tsx'

export function Page() {
  return <GlossaryPage />
}
