import type { Boot } from '@platemark/wire/routes'
import { type ReactNode, useEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App, newRouter } from './app.tsx'
import { newQueries } from './lib/query.ts'

/**
 * Takes over the painted page. Resolves once React listens to it; `attach` is called just
 * before, so that no click is heard twice.
 */
export async function start(root: HTMLElement, attach: () => void): Promise<void> {
  const queries = newQueries(readBoot()?.answers)
  const router = newRouter(queries)
  // Safe: an internal field, pinned by the router's version. Without it the router shows
  // its pending state first and React throws the painted page away.
  ;(router as { ssr?: object }).ssr = { manifest: undefined }
  await router.load()
  await new Promise<void>((ready) => {
    const app = (
      <Ready then={ready}>
        <App router={router} queries={queries} />
      </Ready>
    )
    attach()
    // A page painted as an error is not the page the browser will show: start afresh.
    if (root.querySelector('[data-painted-error]') || root.childElementCount === 0) {
      createRoot(root).render(app)
      return
    }
    hydrateRoot(root, app, { onRecoverableError: (error) => reportError(error) })
  })
}

function readBoot(): Boot | undefined {
  const text = document.getElementById('boot')?.textContent
  return text ? JSON.parse(text) : undefined
}

function Ready({ children, then }: { children: ReactNode; then: () => void }) {
  useEffect(then, [then])
  return children
}
