import type { Boot } from '@platemark/api/routes'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App, hasPage, newRouter } from './app.tsx'
import { newQueries } from './lib/query.ts'
import { keepPressed, pressAgain } from './ui/painted-part.tsx'
import { Told } from './ui/told.tsx'

/**
 * Takes over the painted page. Resolves once React listens to it; `attach` is called just
 * before, so that no click is heard twice.
 */
export async function start(root: HTMLElement, attach: () => void): Promise<void> {
  const queries = newQueries(readBoot()?.answers)
  const router = newRouter(queries)
  await breath()
  // Safe: an internal field, pinned by the router's version. Without it the router shows
  // its pending state first and React throws the painted page away.
  ;(router as { ssr?: object }).ssr = { manifest: undefined }
  await router.load()
  hold(router)
  await breath()
  await new Promise<void>((ready) => {
    const app = (
      <Told then={ready}>
        <App router={router} queries={queries} />
      </Told>
    )
    attach()
    keepPressed()
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
function breath(): Promise<void> {
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
function hold(router: ReturnType<typeof newRouter>) {
  const { load } = router
  let held: Promise<void> | undefined = new Promise((release) => {
    const stop = hasPage.subscribe(() => {
      held = undefined
      stop()
      release()
      pressAgain()
    })
  })
  router.load = (options) => (held ? held.then(() => load(options)) : load(options))
}
