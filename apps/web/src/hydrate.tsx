import type { Boot } from '@platemark/api/routes'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App, createAppRouter, hasMountedPage } from './app.tsx'
import { createQueryClient } from './lib/query.ts'
import { queueClicks, replayClicks } from './ui/deferred-hydration.tsx'
import { OnMount } from './ui/on-mount.tsx'

/**
 * Takes over the painted page. Resolves once React listens to it; `attach` is called just
 * before, so that no click is heard twice.
 */
export async function hydrateApp(root: HTMLElement, attach: () => void): Promise<void> {
  const queries = createQueryClient(readBoot()?.answers)
  const router = createAppRouter(queries)
  await yieldToMain()
  // Safe: an internal field, pinned by the router's version. Without it the router shows
  // its pending state first and React throws the painted page away.
  ;(router as { ssr?: object }).ssr = { manifest: undefined }
  await router.load()
  blockNavigation(router)
  await yieldToMain()
  await new Promise<void>((ready) => {
    const app = (
      <OnMount then={ready}>
        <App router={router} queries={queries} />
      </OnMount>
    )
    attach()
    queueClicks()
    // A page painted as an error is not the page the browser will show: start afresh.
    if (root.querySelector('[data-painted-error]') || root.childElementCount === 0) {
      createRoot(root).render(app)
      return
    }
    // In a transition React lets the browser paint and hear the user between its parts.
    startTransition(() => {
      hydrateRoot(root, app, { onRecoverableError: (error) => reportError(error) })
    })
  })
}

/** Lets the browser do what waits for it: paint, and hear the user. */
function yieldToMain(): Promise<void> {
  return new Promise((resume) => setTimeout(resume))
}

function readBoot(): Boot | undefined {
  const text = document.getElementById('boot')?.textContent
  return text ? JSON.parse(text) : undefined
}

/**
 * Keeps the router on its page until that is React's: leaving it takes its data from what
 * React has not reached yet.
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
