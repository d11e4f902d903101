import { useState } from 'react'
import { useAppConfig } from '../components/app-config.ts'
import { useHydrated } from '../lib/use-hydrated.ts'
import { Icon } from '../ui/icon.tsx'
import { IconButton } from '../ui/icon-button.tsx'

/** What the operator has to say to everybody: the first thing on the page. */
export function Banner() {
  const { banner } = useAppConfig()
  const [isDismissed, setDismissed] = useState(false)
  const isHydrated = useHydrated()
  if (!banner || isDismissed) return null
  if (isHydrated && banner.is_dismissible && wasDismissed(banner.id)) return null

  const dismiss = () => {
    setDismissed(true)
    remember(banner.id)
  }
  return (
    <aside className={`banner ${banner.kind}`} aria-label="Announcement">
      <Icon name={banner.kind === 'info' ? 'info' : 'alert'} />
      <p>
        {banner.text}
        {banner.link && (
          <>
            {' '}
            <a href={banner.link.url} target="_blank" rel="noopener noreferrer">
              {banner.link.label} ↗<span className="hide"> (opens in a new tab)</span>
            </a>
          </>
        )}
      </p>
      {banner.is_dismissible && (
        <IconButton icon="close" label="Dismiss" onClick={dismiss} />
      )}
    </aside>
  )
}

const key = 'dismissed_banner'

function wasDismissed(id: string): boolean {
  try {
    return localStorage.getItem(key) === id
  } catch {
    // Without storage it comes back at the next visit.
    return false
  }
}

function remember(id: string) {
  try {
    localStorage.setItem(key, id)
  } catch {
    // As above.
  }
}
