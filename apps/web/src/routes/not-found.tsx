import { NotFoundPage } from '../shell/not-found-page.tsx'

export function Page() {
  return <NotFoundPage />
}
