import { dialogs } from '../../lib/dialogs.ts'

/**
 * Moves the focus to a nearby control, or else to the panel, when the focused element is
 * removed or disabled. `first` has the focus now; returns a function that stops it.
 */
export function keepFocus(place: HTMLElement, first: Element): () => void {
  let last: Element | null = first

  const note = ({ target }: FocusEvent) => {
    if (!(target instanceof Element) || target.closest('dialog')) return
    last = place.contains(target) ? target : null
  }
  const leave = ({ target }: PointerEvent) => {
    if (!(target instanceof Element) || target.closest('dialog')) return
    if (!place.contains(target)) last = null
  }
  const mend = () => {
    if (!last || !isLost(last)) return
    const group = last.isConnected ? last.parentElement : null
    const beside = (kind: string) => group?.querySelector<HTMLElement>(`${kind}:enabled`)
    const next = beside('input') ?? beside('button') ?? panelIn(place)
    next?.focus({ preventScroll: true })
  }
  // A closing dialog restores the focus first.
  const mendSoon = () => setTimeout(mend)

  const watch = new MutationObserver(mend)
  watch.observe(place, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled'],
  })
  addEventListener('focusin', note)
  addEventListener('pointerdown', leave)
  const forget = dialogs.subscribe(mendSoon)
  // The element may be gone since this module began to load.
  mend()
  return () => {
    watch.disconnect()
    removeEventListener('focusin', note)
    removeEventListener('pointerdown', leave)
    forget()
  }
}

function panelIn(place: HTMLElement): HTMLElement | null {
  return place.querySelector<HTMLElement>('.mint-panel')
}

/** Returns whether `last` had the focus, lost it, and no other element has it. */
function isLost(last: Element): boolean {
  const { activeElement, body } = document
  const isElsewhere = activeElement && activeElement !== body && activeElement !== last
  return !isElsewhere && (!last.isConnected || last.matches(':disabled'))
}
