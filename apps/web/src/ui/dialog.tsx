import './dialog.css'
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { IconButton } from './icon-button.tsx'

type DialogProps = {
  title: string
  isOpen: boolean
  /**
   * Called on Escape, the close button or a backdrop press. Without it the dialog cannot
   * be closed.
   */
  onClose?: () => void
  width?: number
  className?: string
  /** The title of the page takes the focus on close where what opened the dialog is gone. */
  focusesTitle?: boolean
  children: ReactNode
}

/**
 * Modal dialog, on phones a bottom sheet. The focus stays inside and is restored on
 * close; the children are mounted only while it is open.
 */
export function Dialog({
  title,
  isOpen,
  onClose,
  width,
  className = '',
  focusesTitle = false,
  children,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    const element = dialog.current
    if (!element || !isOpen) return
    const opener = document.activeElement
    keepScrollbarRoom()
    element.showModal()
    return () => {
      element.close()
      if (!returnFocus(opener) && focusesTitle) focusTitle()
    }
  }, [isOpen, focusesTitle])

  if (!isOpen) return null
  const onBackdrop = (event: MouseEvent) => {
    if (event.target === dialog.current && isOutside(dialog.current, event)) onClose?.()
  }
  return (
    <dialog
      ref={dialog}
      className={`dialog ${className}`}
      aria-labelledby={titleId}
      style={width ? { ['--width' as string]: `${width}px` } : undefined}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
      onKeyDown={(event) => {
        // Browsers close on a second Escape even when the first was prevented.
        if (event.key === 'Escape' && !onClose) event.preventDefault()
      }}
      onClick={onBackdrop}
    >
      <div className="dialog-head">
        <h2 id={titleId}>{title}</h2>
        {onClose && (
          <IconButton icon="close" label="Close" iconSize={20} onClick={onClose} />
        )}
      </div>
      {children}
    </dialog>
  )
}

/** Focuses what opened a dialog; returns false where that is gone or was nothing. */
export function returnFocus(opener: Element | null): boolean {
  if (!(opener instanceof HTMLElement) || !opener.isConnected) return false
  if (opener === document.body) return false
  opener.focus({ preventScroll: true })
  return true
}

/** Focuses the title of the page. */
export function focusTitle(): void {
  const title = document.querySelector<HTMLElement>('main h1')
  if (!title) return
  title.tabIndex = -1
  title.focus({ preventScroll: true })
}

/** Locks page scrolling and reserves the scrollbar's width. */
export function keepScrollbarRoom() {
  const { clientWidth, style } = document.documentElement
  style.setProperty('--scrollbar', `${innerWidth - clientWidth}px`)
}

/** Returns whether the mouse is beside an element: on the backdrop of a dialog. */
export function isOutside(
  element: HTMLElement,
  { clientX, clientY }: MouseEvent,
): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}
