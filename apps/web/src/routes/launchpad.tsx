import './launchpad.css'
import { LaunchpadPage } from '../features/launchpad/launchpad-page.tsx'

export function Page() {
  return (
    <LaunchpadPage
      onCalendar={async (entry) => {
        const { addToCalendar } = await import('../features/mint/calendar.ts')
        addToCalendar(entry)
      }}
    />
  )
}
