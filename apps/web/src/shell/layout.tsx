import { Outlet, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Banner } from './banner.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { StateBar } from './state-bar.tsx'
import { useMenu } from './use-menu.ts'

/** What stands around every page. */
export function Layout() {
  const menu = useMenu()
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
      <main className="page" id="main" inert={menu.isOpen}>
        <Outlet />
      </main>
      <div inert={menu.isOpen}>
        <Footer />
      </div>
      <StateBar />
    </>
  )
}

/** After going to another page the focus is on its title, so that it is read out. */
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
