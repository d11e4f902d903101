import './app.css'
import { pages } from './pages.ts'

/** Longest waits, in ms: for a frame, for word of its paint, and for the page's picture. */
const FRAME_MS = 5000
const PAINT_MS = 1000
const PICTURE_MS = 1500

// The only module of the first view. The app starts after the painted page has been shown.
void shown().then(boot, boot)

/** Resolves once the page is on the screen with the picture it is about, or in the background. */
async function shown(): Promise<void> {
  if (!document.getElementById('root')?.childElementCount) return
  const leaving = new AbortController()
  const away = hidden(leaving.signal)
  await Promise.race([away, painted(), pause(FRAME_MS)])
  const picture = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]')
  if (picture && !picture.complete) {
    await Promise.race([away, pictured(picture), pause(PICTURE_MS)])
  }
  leaving.abort()
}

/** Some browsers tell no paint, or not of themselves: a frame that was run is painted soon. */
async function painted(): Promise<void> {
  if (!('PerformanceObserver' in window)) return twoFrames()
  let observer: PerformanceObserver | undefined
  const told = new Promise<void>((resolve) => {
    observer = new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) resolve()
    })
    observer.observe({ type: 'paint', buffered: true })
  })
  await Promise.race([told, twoFrames().then(() => pause(PAINT_MS))])
  observer?.disconnect()
}

/** A page that nobody looks at is not painted, and has no frames. */
function hidden(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => document.hidden && resolve()
    document.addEventListener('visibilitychange', look, { signal })
    look()
  })
}

/** The picture and the frame that shows it; one that cannot be shown is not waited for. */
async function pictured(picture: HTMLImageElement): Promise<void> {
  await picture.decode().catch(() => {})
  await twoFrames()
}

function twoFrames(): Promise<void> {
  return new Promise((resume) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resume()))
  })
}

function pause(ms: number): Promise<void> {
  return new Promise((resume) => setTimeout(resume, ms))
}

type EarlyClicks = HTMLElement[] & { on: EventListener }

async function boot() {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no root')
  const route = root.dataset.route ?? ''
  const page = isPage(route) ? pages[route] : undefined
  // Both at once, so that the page's chunk does not wait for the router's.
  const [{ start }] = await Promise.all([import('./main.tsx'), page?.()])

  // Safe: the inline script of index.html sets it before any module runs.
  const early = (window as unknown as { early: EarlyClicks }).early
  await start(root, () => removeEventListener('click', early.on, true))
  for (const button of new Set(early)) {
    button.removeAttribute('aria-busy')
    if (button.isConnected) button.click()
  }
}

function isPage(route: string): route is keyof typeof pages {
  return Object.hasOwn(pages, route)
}

const reloadedFor = `reloaded ${import.meta.url}`

addEventListener('vite:preloadError', () => {
  // Without a connection nothing was taken away: the next try may find it.
  if (navigator.onLine) void reloadOnce()
})

/**
 * A chunk that a newer release took away: loads the page again, once. Never without a server,
 * which would lose the page, nor while it would ask whether to leave it, nor while a wallet is
 * asked or its mint is on its way.
 */
async function reloadOnce() {
  if (sessionStorage.getItem(reloadedFor)) return
  const isServed = await fetch('/health').then(
    ({ ok }) => ok,
    () => false,
  )
  const isMinting = document.querySelector('[data-state="pending_tx"]') !== null
  if (!isServed || isMinting || hasUnsaved()) return
  sessionStorage.setItem(reloadedFor, 'yes')
  location.reload()
}

/** Asks whoever keeps the page from being left without a question: forms with unsaved input. */
function hasUnsaved(): boolean {
  return !dispatchEvent(new Event('beforeunload', { cancelable: true }))
}
