import { useEffect, useState } from 'react'
import { IconButton } from './icon-button.tsx'

/**
 * Button that copies `text` and confirms it visually for two seconds and once to screen
 * readers.
 */
export function Copy({
  text,
  label,
  isMini = true,
}: {
  text: string
  label: string
  isMini?: boolean
}) {
  const [outcome, setOutcome] = useState<'Copied' | 'Copying failed' | undefined>()
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(undefined), 2000)
    return () => clearTimeout(timer)
  }, [outcome])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('Copied')
    } catch {
      setOutcome('Copying failed')
    }
  }
  return (
    <>
      <IconButton
        icon={outcome === 'Copied' ? 'check' : 'copy'}
        label={outcome ?? label}
        isMini={isMini}
        onClick={copy}
      />
      <span className="hide" role="status">
        {outcome}
      </span>
    </>
  )
}
