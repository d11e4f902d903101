import './read-only.css'
import type { ReactNode } from 'react'
import { useAppConfig } from '../app-config.ts'

/** Fields that are saved as they are entered: disabled on a read-only site. */
export function ReadOnlyFields({ children }: { children: ReactNode }) {
  const { read_only } = useAppConfig()
  if (!read_only) return children
  return (
    <fieldset className="read-only-fields" disabled>
      {children}
    </fieldset>
  )
}
