import type { ReactNode } from 'react'

/** What a toast can say. */
export type ToastKind = 'success' | 'info' | 'warning' | 'error'
export type ToastOptions = {
  /** A second line. */
  text?: ReactNode
  action?: { label: string; onPress: () => void }
  /** Stays until it is closed. */
  stays?: boolean
}
