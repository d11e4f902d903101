import './about.css'
import { AboutPage } from '../features/about/about-page.tsx'

export function Page() {
  return <AboutPage />
}
