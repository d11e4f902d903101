import { LaunchpadPage } from '../features/launchpad/launchpad-page.tsx'

export function Page() {
  return <LaunchpadPage />
}
