import './launchpad.css'
import { LaunchpadPage } from '../features/launchpad/launchpad-page.tsx'

export function Page() {
  return (
    <LaunchpadPage
      onCalendar={async (card, entry) => {
        const { addToCalendar, openingId } = await import('../features/mint/calendar.ts')
        addToCalendar({ ...entry, id: openingId(card) })
      }}
    />
  )
}
