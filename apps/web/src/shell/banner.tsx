import { localStore } from '@platemark/mint/browser-store'
import { useAppConfig } from '../components/app-config.ts'
import { useHydrated } from '../lib/use-hydrated.ts'
import { Icon } from '../ui/icon.tsx'
import { IconButton } from '../ui/icon-button.tsx'

/** Banner with the operator's message at the top of the page. */
export function Banner() {
  const { banner } = useAppConfig()
  const isHydrated = useHydrated(banner !== null)
  if (!banner) return null
  return (
    <div className={`banner ${banner.kind}`} role="status" ref={measure}>
      <Icon name={banner.kind === 'info' ? 'info' : 'alert'} />
      <p>
        {banner.pieces.map(({ text, date, url }) => {
          if (date) {
            return (
              <time key={text} dateTime={date}>
                {isHydrated ? formatDay(date) : text}
              </time>
            )
          }
          if (!url) return text
          return (
            <a key={text} href={url} target="_blank" rel="noopener noreferrer">
              {text} ↗<span className="hide"> (opens in a new tab)</span>
            </a>
          )
        })}
      </p>
      {banner.is_dismissible && (
        <IconButton icon="close" label="Dismiss" onClick={() => dismiss(banner.id)} />
      )}
    </div>
  )
}

/** Formats the day in the viewer's language; the same day in every zone. */
function formatDay(date: string): string {
  return new Date(date).toLocaleDateString([], { dateStyle: 'long', timeZone: 'UTC' })
}

const page = () => document.documentElement

/** Sets the banner's height as a CSS variable, so that nothing is covered. */
function measure(bar: HTMLElement | null) {
  if (!bar) return
  const observer = new ResizeObserver(() =>
    page().style.setProperty('--banner-h', `${bar.offsetHeight}px`),
  )
  observer.observe(bar)
  return () => {
    observer.disconnect()
    page().style.removeProperty('--banner-h')
  }
}

/**
 * Sets the attribute that the inline script of index.html sets before the first paint.
 */
function dismiss(id: string) {
  page().dataset.dismissed = id
  localStore.setItem('dismissed_banner', id)
}
