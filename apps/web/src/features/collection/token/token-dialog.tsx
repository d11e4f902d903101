import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
} from 'react'
import {
  focusTitle,
  isOutside,
  keepScrollbarRoom,
  returnFocus,
} from '../../../ui/dialog.tsx'

/** The props that make a heading the title of the token's dialog. */
export type TitleProps = {
  ref: RefObject<HTMLHeadingElement | null>
  id: string
  tabIndex: number
}

type TokenDialogProps = {
  /** Id of its title. */
  titleId: string
  isBusy: boolean
  /** Narrow, for short messages. */
  isSmall: boolean
  onClose: () => void
  /** Called for an arrow key. */
  onStep: (key: 'ArrowLeft' | 'ArrowRight') => void
  children: ReactNode
}

/**
 * Dialog of a token. It is server-rendered open, so that it shows without scripts, and
 * becomes modal on mount; focus returns when it closes.
 */
export function TokenDialog(props: TokenDialogProps) {
  const { titleId, isBusy, isSmall, onClose, onStep, children } = props
  const dialog = useRef<HTMLDialogElement>(null)
  useModal(dialog)
  const onPress = (event: MouseEvent) => {
    const isBeside = event.target === dialog.current
    if (isBeside && dialog.current && isOutside(dialog.current, event)) onClose()
  }
  const onKey = (event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event
    const isAbove = (event.target as Element).closest('dialog') !== dialog.current
    if (isAbove || altKey || ctrlKey || metaKey || shiftKey) return
    if (key === 'ArrowLeft' || key === 'ArrowRight') onStep(key)
  }
  return (
    <dialog
      open
      data-sheet="token"
      data-messages
      ref={dialog}
      className={`token-view${isSmall ? ' small' : ''}`}
      aria-labelledby={titleId}
      aria-busy={isBusy || undefined}
      onCancel={(event) => {
        // A dialog above it closes alone.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onClick={onPress}
      onKeyDown={onKey}
    >
      {children}
    </dialog>
  )
}

/** Makes a dialog modal while it is mounted and restores the focus. */
function useModal(dialog: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    const opener = document.activeElement
    keepScrollbarRoom()
    // Only a closed dialog can become modal.
    element.close()
    element.showModal()
    return () => {
      element.close()
      // Toasts that were shown in the dialog outlive it.
      document.body.append(...element.querySelectorAll('#toasts'))
      if (!returnFocus(opener)) focusTitle()
    }
  }, [dialog])
}
