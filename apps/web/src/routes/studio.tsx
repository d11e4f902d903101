import './studio.css'
import { StudioPage } from '../features/studio/studio-page.tsx'

export function Page() {
  return <StudioPage />
}
