import './app.css'
import { pages } from './pages.ts'

/** How long the picture that the page is about is waited for. */
const MAX_IMAGE_WAIT_MS = 1500

// The only module of the first view. It runs once the painted page is on the screen.
void leadImageShown().then(startApp, startApp)

/** Resolves once the page shows the picture it is about, or is in the background. */
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

/** A page that nobody looks at is not painted, and has no frames. */
function pageHidden(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => document.hidden && resolve()
    document.addEventListener('visibilitychange', look, { signal })
    look()
  })
}

/** The picture and the frame that shows it; one that cannot be shown is not waited for. */
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
  if (!root) throw new Error('The page has no root')
  const route = root.dataset.route ?? ''
  const page = isPage(route) ? pages[route] : undefined
  // Both at once, so that the page's chunk does not wait for the router's.
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
