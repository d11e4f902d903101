import './create.css'
import { CreatePage } from '../features/create/create-page.tsx'

export function Page() {
  return <CreatePage />
}
