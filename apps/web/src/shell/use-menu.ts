import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useHydrated } from '../lib/use-hydrated.ts'

export type Menu = { isOpen: boolean; toggle: () => void }

/** Returns the state of the phone menu. It is a history entry, so that Back closes it. */
export function useMenu(): Menu {
  const router = useRouter()
  // Safe: only `toggle` writes this key into the state of a location.
  const isMarked = useRouterState({
    select: ({ location }) => 'menu' in (location.state as object),
  })
  const isOpen = useHydrated(isMarked)
  const toggle = () => {
    if (isOpen) router.history.back()
    else router.history.push(router.state.location.href, { menu: true })
  }

  useEffect(() => {
    if (!isOpen) return
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // Blur first: the menu removes the focused item.
      document.querySelector<HTMLElement>('[aria-controls=menu]')?.focus()
      router.history.back()
    }
    const wide = matchMedia('(min-width: 861px)')
    const closeWhenWide = () => {
      if (wide.matches) router.history.back()
    }
    addEventListener('keydown', close)
    wide.addEventListener('change', closeWhenWide)
    return () => {
      removeEventListener('keydown', close)
      wide.removeEventListener('change', closeWhenWide)
    }
  }, [isOpen, router])

  return { isOpen, toggle }
}
