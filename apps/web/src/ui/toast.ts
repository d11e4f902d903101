import type { ToastKind, ToastOptions } from './toast-message.ts'

/**
 * Shows a toast at the top right for five seconds. The library loads with the first one.
 */
export function toast(kind: ToastKind, title: string, options: ToastOptions = {}): void {
  import('./toaster.tsx').then(
    ({ showToast }) => showToast(kind, title, options),
    // The message is lost with its chunk; the page shows the outcome as well.
    () => undefined,
  )
}
