import type { Boot } from '@platemark/wire/routes'
import {
  createContext,
  type ReactNode,
  startTransition,
  useEffect,
  useState,
} from 'react'
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
  const release = hold(router)
  await new Promise<void>((ready) => {
    const app = (
      <TakenOver onListening={ready} onWhole={release}>
        <App router={router} queries={queries} />
      </TakenOver>
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

/**
 * Keeps the router on its page: leaving it takes its data from the parts that React has not
 * reached yet. Returns what lets it go on.
 */
function hold(router: ReturnType<typeof newRouter>): () => void {
  const { load } = router
  let release = () => {}
  let held: Promise<void> | undefined = new Promise((resolve) => {
    release = resolve
  })
  router.load = (options) => (held ? held.then(() => load(options)) : load(options))
  return () => {
    held = undefined
    release()
  }
}

type TakenOverProps = {
  children: ReactNode
  onListening: () => void
  onWhole: () => void
}

const Whole = createContext(false)

/** Tells when React listens to the page, and when it has taken over every part of it. */
function TakenOver({ children, onListening, onWhole }: TakenOverProps) {
  const [isWhole, setWhole] = useState(false)
  useEffect(() => {
    onListening()
    startTransition(() => setWhole(true))
  }, [onListening])
  useEffect(() => {
    if (isWhole) onWhole()
  }, [isWhole, onWhole])
  // Every part might read it, so that the change waits until React has reached them all.
  return <Whole value={isWhole}>{children}</Whole>
}
