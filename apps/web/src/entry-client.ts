import './app.css'
import { sessionStore } from '@platemark/mint/browser-store'
import { guardReplacedNodes } from './lib/replaced-nodes.ts'
import { pages } from './pages.ts'

/** Maximum wait for the page's lead image, in ms. */
const MAX_IMAGE_WAIT_MS = 1500

// The only script of the first view. It runs after the server-rendered page was painted.
guardReplacedNodes()
void leadImageShown().then(start, start)

/** Starts the app; without a connection, once there is one. */
function start() {
  startApp().catch((error) => {
    if (!navigator.onLine) addEventListener('online', start, { once: true })
    throw error
  })
}

/** Resolves once the lead image is shown, or the page is hidden. */
async function leadImageShown(): Promise<void> {
  const picture = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]')
  if (!picture || picture.complete) return
  const leaving = new AbortController()
  await Promise.race([
    pageHidden(leaving.signal),
    imagePainted(picture),
    pause(MAX_IMAGE_WAIT_MS),
  ])
  leaving.abort()
}

/** Resolves when the page is hidden: a hidden page is not painted and gets no frames. */
function pageHidden(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => document.hidden && resolve()
    document.addEventListener('visibilitychange', look, { signal })
    look()
  })
}

/**
 * Resolves after the image is decoded and painted; an image that fails to decode is not
 * awaited.
 */
async function imagePainted(picture: HTMLImageElement): Promise<void> {
  await picture.decode().catch(() => {})
  await nextPaint()
}

function nextPaint(): Promise<void> {
  return new Promise((resume) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resume()))
  })
}

function pause(ms: number): Promise<void> {
  return new Promise((resume) => setTimeout(resume, ms))
}

type EarlyClicks = HTMLElement[] & { on: EventListener }

async function startApp() {
  const root = document.getElementById('root')
  if (!root) throw new Error('#root is missing from the page')
  const route = root.dataset.route ?? ''
  const page = isPage(route) ? pages[route] : undefined
  // Load both in parallel, so that the page's chunk does not wait for the router's.
  const [{ hydrateApp }] = await Promise.all([import('./hydrate.tsx'), page?.()])

  // Safe: the inline script of index.html sets it before any module runs.
  const early = (window as unknown as { early: EarlyClicks }).early
  await hydrateApp(root, () => removeEventListener('click', early.on, true))
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
  // Offline, the chunk may still exist: the next attempt may load it.
  if (navigator.onLine) void reloadOnce()
})

/**
 * Reloads the page once when a newer release removed a chunk. It does not reload when the
 * server is unreachable, while there is unsaved input, or while a mint is pending.
 */
async function reloadOnce() {
  if (sessionStore.getItem(reloadedFor)) return
  const isServed = await fetch('/health').then(
    ({ ok }) => ok,
    () => false,
  )
  const isMinting = document.querySelector('[data-state="pending_tx"]') !== null
  if (!isServed || isMinting || hasUnsaved()) return
  const isRemembered = sessionStore.setItem(reloadedFor, 'yes')
  // Without storage, a page that was reloaded is not reloaded again.
  if (!isRemembered && isReloaded()) return
  location.reload()
}

function isReloaded(): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation instanceof PerformanceNavigationTiming && navigation.type === 'reload'
}

/**
 * Returns whether a `beforeunload` listener would block leaving the page (forms with
 * unsaved input).
 */
function hasUnsaved(): boolean {
  return !dispatchEvent(new Event('beforeunload', { cancelable: true }))
}
