import './app.css'
import { pages } from './pages.ts'

// The only module of the first view. The app starts after the painted page has been shown.
requestAnimationFrame(() => requestAnimationFrame(() => void boot()))

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

addEventListener('vite:preloadError', () => void reloadOnce())

/**
 * A chunk that a newer release took away: loads the page again, once. Never without a server,
 * which would lose the page.
 */
async function reloadOnce() {
  if (sessionStorage.getItem(reloadedFor)) return
  const isServed = await fetch('/health').then(
    ({ ok }) => ok,
    () => false,
  )
  if (!isServed) return
  sessionStorage.setItem(reloadedFor, 'yes')
  location.reload()
}
