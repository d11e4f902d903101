import { type RefObject, useLayoutEffect } from 'react'

/** Focuses the field on the slash key, unless an input has the focus. */
export function useSlashKey(input: RefObject<HTMLInputElement | null>) {
  // Passive effects may run later than the first key press on the hydrated page.
  useLayoutEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || isTyping(event)) return
      event.preventDefault()
      input.current?.focus()
    }
    addEventListener('keydown', focus)
    return () => removeEventListener('keydown', focus)
  }, [input])
}

function isTyping({ target }: KeyboardEvent): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input, textarea, select, [contenteditable]')
  )
}
