import type { ReactNode } from 'react'

/** Kind of a toast. */
export type ToastKind = 'success' | 'info' | 'warning' | 'error'
export type ToastOptions = {
  /** Second line. */
  text?: ReactNode
  action?: { label: string; onPress: () => void }
  /** Stays until it is closed. */
  stays?: boolean
}
