import { useEffectEvent, useLayoutEffect } from 'react'

/**
 * Calls back on the slash key, unless an input has the focus. The field of a page (`isFirst`) gets
 * it before the search of the whole site.
 */
export function useSlashKey(onSlash: () => void, isFirst = false) {
  const press = useEffectEvent(onSlash)
  // Passive effects may run later than the first key press on the hydrated page.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.defaultPrevented)
        return
      if (isTyping(event)) return
      event.preventDefault()
      press()
    }
    addEventListener('keydown', listen, isFirst)
    return () => removeEventListener('keydown', listen, isFirst)
  }, [isFirst])
}

function isTyping({ target }: KeyboardEvent): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input, textarea, select, [contenteditable]')
  )
}
