import './read-only.css'
import { type ComponentProps, useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { useAppConfig } from '../app-config.ts'
import { ReadOnlyReason } from './read-only-notice.tsx'

/**
 * Button of something that this site saves. On a read-only site it does nothing and has the
 * reason beneath it.
 */
export function SaveButton(props: ComponentProps<typeof Button>) {
  const { read_only } = useAppConfig()
  const reasonId = useId()
  if (!read_only) return <Button {...props} />
  return (
    <span className={`save-blocked ${props.isWide ? 'wide' : ''}`}>
      <Button {...props} isBusy={false} blockedBy={reasonId} />
      <span className="small muted" id={reasonId}>
        <ReadOnlyReason site={read_only.site} />
      </span>
    </span>
  )
}
