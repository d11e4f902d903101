import 'sonner/dist/styles.css'
import { createRoot } from 'react-dom/client'
import { toast as sonner, Toaster } from 'sonner'
import { Icon, type IconName } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import type { ToastKind, ToastOptions } from './toast-message.ts'

/** Adds one message to the stack, which is created with the first. */
export function showToast(kind: ToastKind, title: string, options: ToastOptions) {
  ensureToaster()
  sonner.custom((id) => <Message {...{ id, kind, title, ...options }} />, {
    duration: options.stays ? Number.POSITIVE_INFINITY : 5000,
  })
}

type MessageProps = ToastOptions & { id: string | number; kind: ToastKind; title: string }

function Message({ id, kind, title, text, action }: MessageProps) {
  const close = () => sonner.dismiss(id)
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

const icons: Record<ToastKind, IconName> = {
  success: 'circle_check',
  info: 'info',
  warning: 'alert',
  error: 'circle_alert',
}

function ensureToaster() {
  if (document.getElementById('toasts')) return
  const home = document.createElement('div')
  home.id = 'toasts'
  document.body.append(home)
  // Below the header, whose buttons stay free.
  createRoot(home).render(
    <Toaster
      position="top-right"
      duration={5000}
      offset={{ top: 84, right: 24 }}
      mobileOffset={{ top: 76, left: 16, right: 16 }}
      containerAriaLabel="Messages"
      toastOptions={{ unstyled: true }}
    />,
  )
}
