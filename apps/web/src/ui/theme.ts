import { useSyncExternalStore } from 'react'
import { storePreference } from './preference-cookie.ts'

export type Theme = 'system' | 'light' | 'dark'

/** Subscribes to the theme of this browser; SSR uses the system's. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, readTheme, () => 'system' as const)
}

/** Sets the theme of this browser, stored in a cookie for the first paint. */
export function chooseTheme(theme: Theme) {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset.theme
  else dataset.theme = theme
  paintBrowser(theme)
  storePreference('theme', theme === 'system' ? null : theme)
  for (const changed of listeners) changed()
}

/** Colours the bars of the browser by a chosen theme; those of the system have tags of their own. */
function paintBrowser(theme: Theme) {
  const tag = 'meta[name="theme-color"]'
  document.querySelector(`${tag}:not([media])`)?.remove()
  const themed = document.querySelector<HTMLMetaElement>(`${tag}[media*="${theme}"]`)
  if (!themed) return
  const bar = document.createElement('meta')
  bar.name = themed.name
  bar.content = themed.content
  // The first tag that applies counts.
  document.head.prepend(bar)
}

const listeners = new Set<() => void>()

function subscribe(changed: () => void) {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

function readTheme(): Theme {
  const theme = document.documentElement.dataset.theme
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}
