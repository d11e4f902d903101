import { Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useHydrated } from '../lib/use-hydrated.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Banner } from './banner.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { useMenu } from './use-menu.ts'

// It loads as soon as the frame is hydrated: a connection that is lost later cannot bring it.
const StateBar = lazyPart(async () => (await import('./state-bar.tsx')).StateBar)

/** Frame of every page: header, banner and footer. */
export function Layout() {
  const menu = useMenu()
  const isPending = useRouterState({ select: ({ status }) => status === 'pending' })
  const isLeaving = useHydrated(isPending)
  useTitleFocus()
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <div className={menu.isOpen ? 'top open' : 'top'}>
        <Banner />
        <Header menu={menu} />
        {menu.isOpen && <MobileMenu />}
      </div>
      <main
        className="page"
        id="main"
        inert={menu.isOpen}
        aria-busy={isLeaving || undefined}
      >
        <Outlet />
      </main>
      <div inert={menu.isOpen}>
        <Footer />
      </div>
      <LateStateBar />
    </>
  )
}

/** Client-only. */
function LateStateBar() {
  return useHydrated() && <StateBar />
}

/** Focuses the page's title after navigation, so that it is announced. */
function useTitleFocus() {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return
        const title = document.querySelector<HTMLElement>('main h1')
        if (!title) return
        title.tabIndex = -1
        title.focus({ preventScroll: true })
      }),
    [router],
  )
}
