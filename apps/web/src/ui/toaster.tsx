import 'sonner/dist/styles.css'
import './toaster.css'
import {
  createContext,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { createRoot } from 'react-dom/client'
import { toast as sonner, Toaster } from 'sonner'
import { Icon, type IconName } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import type { ToastKind, ToastOptions } from './toast-message.ts'

/** Adds one message to the stack, which is created with the first. */
export function showToast(kind: ToastKind, title: string, options: ToastOptions) {
  const home = ensureToaster()
  // Outside a modal dialog nothing is announced or can be pressed.
  document.querySelector('dialog[data-messages]:modal')?.append(home)
  // The library pauses for the pointer only, so each message measures its own time.
  sonner.custom((id) => <Message {...{ id, kind, title, ...options }} />, {
    duration: Number.POSITIVE_INFINITY,
  })
}

type MessageProps = ToastOptions & { id: string | number; kind: ToastKind; title: string }

function Message({ id, kind, title, text, action, stays = false }: MessageProps) {
  const { isHeld, release } = useContext(Reading)
  useTime(id, isHeld || stays)
  const close = () => {
    // A removed element gets no leave or blur event.
    release()
    sonner.dismiss(id)
  }
  return (
    <div className={`toast ${kind}`}>
      <Icon name={icons[kind]} size={20} />
      <div>
        <b>{title}</b>
        {text && <p>{text}</p>}
        {action && (
          <button
            type="button"
            className="link small"
            onClick={() => {
              close()
              action.onPress()
            }}
          >
            {action.label}
          </button>
        )}
      </div>
      <IconButton icon="close" label="Close this message" onClick={close} />
    </div>
  )
}

/** Messages are held by pointer, focus or a hidden page. */
const Reading = createContext({ isHeld: false, release: () => {} })

const shownMs = 5000

/** Dismisses a message after its time, which pauses while it is held. */
function useTime(id: string | number, isHeld: boolean) {
  const left = useRef(shownMs)
  useEffect(() => {
    if (isHeld) return
    const began = Date.now()
    const timer = setTimeout(() => sonner.dismiss(id), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= Date.now() - began
    }
  }, [id, isHeld])
}

const icons: Record<ToastKind, IconName> = {
  success: 'circle_check',
  info: 'info',
  warning: 'alert',
  error: 'circle_alert',
}

function ensureToaster(): HTMLElement {
  const known = document.getElementById('toasts')
  if (known) return known
  const home = document.createElement('div')
  home.id = 'toasts'
  document.body.append(home)
  createRoot(home).render(<Messages />)
  return home
}

function Messages() {
  const [hasPointer, setHasPointer] = useState(false)
  const [hasFocus, setHasFocus] = useState(false)
  const isHidden = useSyncExternalStore(onVisibility, () => document.hidden)
  const release = () => {
    setHasPointer(false)
    setHasFocus(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes pointer and focus.
    <div
      onPointerMove={() => setHasPointer(true)}
      onPointerLeave={() => setHasPointer(false)}
      onFocus={() => setHasFocus(true)}
      onBlur={() => setHasFocus(false)}
    >
      <Reading value={{ isHeld: hasPointer || hasFocus || isHidden, release }}>
        <Toaster
          position="top-right"
          offset={{ top: below(84), right: 'var(--messages-right, 24px)' }}
          mobileOffset={{ top: below(76), left: 16, right: 16 }}
          containerAriaLabel="Messages"
          toastOptions={{ unstyled: true }}
        />
      </Reading>
    </div>
  )
}

/** Returns the offset below banner and header, so that their buttons stay reachable. */
function below(header: number): string {
  return `var(--messages-top, calc(${header}px + var(--banner-h, 0px)))`
}

function onVisibility(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}
