import './collector.css'
import { CollectorPage } from '../features/collector/collector-page.tsx'

export function Page() {
  return <CollectorPage />
}
