import { dialogs } from '../../lib/dialogs.ts'

/**
 * Keeps the focus near when what has it goes away: in its own group of controls, else on the
 * panel in `place`. `first` has the focus now. Returns what ends it.
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
  // A dialog that closes gives the focus back first.
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
  // It may have gone while this was being loaded.
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

/** Whether this had the focus, nothing else took it, and it cannot have it any more. */
function isLost(last: Element): boolean {
  const { activeElement, body } = document
  const isElsewhere = activeElement && activeElement !== body && activeElement !== last
  return !isElsewhere && (!last.isConnected || last.matches(':disabled'))
}
