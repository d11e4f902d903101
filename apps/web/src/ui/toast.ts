import type { ToastKind, ToastOptions } from './toast-message.ts'

/**
 * Shows a short message at the top right for five seconds. The library behind it is
 * loaded with the first one.
 */
export function toast(kind: ToastKind, title: string, options: ToastOptions = {}): void {
  import('./toaster.tsx').then(
    ({ showToast }) => showToast(kind, title, options),
    // The message is lost with its chunk; what failed or succeeded stands in the page too.
    () => undefined,
  )
}
