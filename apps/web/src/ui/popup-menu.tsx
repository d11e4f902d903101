import './popup-menu.css'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
} from 'react'

type PopupMenuProps = {
  label: string
  /** Elements with the role `menuitem` and `tabIndex` -1. */
  children: ReactNode
  /** Called on Escape: closes and moves the focus to the button. */
  onClose: () => void
  /** Called on Tab: closes and lets the focus go on. */
  onLeave: () => void
}

/** Menu with arrow keys, Home and End; Escape and Tab close it. */
export function PopupMenu({ label, children, onClose, onLeave }: PopupMenuProps) {
  const menu = useRef<HTMLDivElement>(null)
  useEffect(() => listItems(menu.current)[0]?.focus(), [])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return onLeave()
    if (event.key === 'Escape') {
      event.preventDefault()
      return onClose()
    }
    const items = listItems(menu.current)
    const focused = document.activeElement
    const at = focused instanceof HTMLElement ? items.indexOf(focused) : -1
    const next = nextItem(event.key, at, items.length)
    if (next === undefined) return
    event.preventDefault()
    items[next]?.focus()
  }
  return (
    <div role="menu" aria-label={label} ref={menu} onKeyDown={onKeyDown}>
      {children}
    </div>
  )
}

function nextItem(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count
    case 'ArrowUp':
      return (at - 1 + count) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}

function listItems(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
}

/** Closes an open menu on Escape and on a press outside the elements of `inside`. */
export function useOutsidePress(
  isOpen: boolean,
  inside: RefObject<HTMLElement | null>[],
  onClose: () => void,
) {
  useEffect(() => {
    if (!isOpen) return
    const onPress = ({ target }: PointerEvent) => {
      const isInside =
        target instanceof Node && inside.some((ref) => ref.current?.contains(target))
      if (!isInside) onClose()
    }
    const onKey = ({ key }: globalThis.KeyboardEvent) => {
      if (key === 'Escape') onClose()
    }
    document.addEventListener('pointerdown', onPress)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onPress)
      document.removeEventListener('keydown', onKey)
    }
  })
}
