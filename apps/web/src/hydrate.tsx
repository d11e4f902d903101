import type { Boot } from '@platemark/api/routes'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App, createAppRouter, hasMountedPage } from './app.tsx'
import { createQueryClient } from './lib/query.ts'
import { isTranslated, putBackAll } from './lib/replaced-nodes.ts'
import { preload, queueClicks, replayClicks } from './ui/deferred-hydration.tsx'
import { OnMount } from './ui/on-mount.tsx'

/**
 * Hydrates the server-rendered page. Resolves once React handles events; `attach` is
 * called just before, so that no click is handled twice.
 */
export async function hydrateApp(root: HTMLElement, attach: () => void): Promise<void> {
  const queries = createQueryClient(readBoot()?.answers)
  const router = createAppRouter(queries)
  await yieldToMain()
  // Safe: an internal field, pinned by the router's version. Without it the router
  // renders its pending state first and React discards the server-rendered HTML.
  ;(router as { ssr?: object }).ssr = { manifest: undefined }
  await router.load()
  blockNavigation(router)
  await yieldToMain()
  const canHydrate = await prepareHydration(root)
  await new Promise<void>((ready) => {
    const app = (
      <OnMount onMount={ready}>
        <App router={router} queries={queries} />
      </OnMount>
    )
    attach()
    queueClicks()
    if (!canHydrate) {
      createRoot(root).render(app)
      return
    }
    // In a transition React yields for paint and input.
    startTransition(() => {
      hydrateRoot(root, app, { onRecoverableError })
    })
  })
}

/**
 * Returns whether the page is as the server rendered it; otherwise it is rendered from
 * scratch. SSR of an error differs from the page in the browser. Translated texts are put
 * back, unless they were translated before this app started, or are again at once.
 */
async function prepareHydration(root: HTMLElement): Promise<boolean> {
  putBackAll(root)
  // A translator's observer is called before this goes on.
  await undefined
  if (root.querySelector('[data-ssr-error]') || root.childElementCount === 0) return false
  if (!isTranslated()) return true
  // Without its deferred parts the page would shrink for a moment.
  await preload().catch(() => {})
  return false
}

function onRecoverableError(error: unknown): void {
  // A translator was faster: React has rendered that part again.
  if (!isTranslated()) reportError(error)
}

/** Yields to the main thread for pending paint and input. */
function yieldToMain(): Promise<void> {
  return new Promise((resume) => setTimeout(resume))
}

function readBoot(): Boot | undefined {
  const text = document.getElementById('boot')?.textContent
  return text ? JSON.parse(text) : undefined
}

/**
 * Blocks navigation until hydration finishes; navigating earlier would drop the loader
 * data that unhydrated parts still need.
 */
function blockNavigation(router: ReturnType<typeof createAppRouter>) {
  const { load } = router
  let held: Promise<void> | undefined = new Promise((release) => {
    const stop = hasMountedPage.subscribe(() => {
      held = undefined
      stop()
      release()
      replayClicks()
    })
  })
  router.load = (options) => (held ? held.then(() => load(options)) : load(options))
}
