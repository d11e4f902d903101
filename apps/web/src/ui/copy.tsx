import { useEffect, useState } from 'react'
import { IconButton } from './icon-button.tsx'

/** Copies `text`; says so to the eye for two seconds and to the ear once. */
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
