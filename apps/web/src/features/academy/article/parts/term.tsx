import './term.css'
import {
  createContext,
  type MouseEvent,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { Link } from '../../../../ui/link.tsx'

/** Terms of the glossary that an article uses, by id. */
export type ArticleTerms = Readonly<Record<string, { term: string; short: string }>>

/** Terms of the article around a `Term`. */
export const TermsContext = createContext<ArticleTerms>({})

/**
 * Word of the glossary: a link to it, which shows its meaning while it is pointed at or has the
 * focus. On a touch screen the first tap shows the meaning and the second follows the link.
 */
export function Term({ id, children }: { id: string; children: ReactNode }) {
  const tipId = useId()
  const [isOpen, setOpen] = useState(false)
  const [isTouch, setTouch] = useState(false)
  const frame = useRef<HTMLSpanElement>(null)
  const entry = useContext(TermsContext)[id]
  useDismissal(isOpen, frame, () => setOpen(false))
  const href = `/academy/glossary#${id}`
  if (!entry) return <Link href={href}>{children}</Link>

  const onClick = (event: MouseEvent) => {
    if (!isTouch || isOpen) return
    event.preventDefault()
    setOpen(true)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: focus shows the same as the pointer.
    <span
      ref={frame}
      className="term-frame"
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setOpen(true)}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setOpen(false)}
      onBlur={({ relatedTarget }) => {
        if (!frame.current?.contains(relatedTarget)) setOpen(false)
      }}
    >
      <Link
        className="term"
        href={href}
        aria-describedby={isOpen ? tipId : undefined}
        onPointerDown={({ pointerType }) => setTouch(pointerType !== 'mouse')}
        onFocus={({ currentTarget }) => {
          if (currentTarget.matches(':focus-visible')) setOpen(true)
        }}
        onClick={onClick}
      >
        {children}
      </Link>
      {isOpen && (
        <span className="term-tip" role="tooltip" id={tipId} ref={keepInWindow}>
          <b>{entry.term}</b>
          {entry.short}{' '}
          <Link className="link" href={href} tabIndex={-1}>
            Open in glossary
          </Link>
        </span>
      )}
    </span>
  )
}

/** Closes the tip on Escape and on a press elsewhere. */
function useDismissal(
  isOpen: boolean,
  frame: { current: HTMLElement | null },
  onClose: () => void,
) {
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    if (!isOpen) return
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') close.current()
    }
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Node && frame.current?.contains(target)) return
      close.current()
    }
    addEventListener('keydown', onKey)
    addEventListener('pointerdown', onPress)
    return () => {
      removeEventListener('keydown', onKey)
      removeEventListener('pointerdown', onPress)
    }
  }, [isOpen, frame])
}

const EDGE_PX = 12

/** Moves the tip to the left or above its word where the window ends. */
function keepInWindow(tip: HTMLElement | null) {
  if (!tip) return
  const { right, bottom } = tip.getBoundingClientRect()
  const { clientWidth } = document.documentElement
  const beyond = Math.max(0, right + EDGE_PX - clientWidth)
  tip.style.setProperty('--shift', `${-beyond}px`)
  tip.classList.toggle('above', bottom + EDGE_PX > innerHeight)
}
