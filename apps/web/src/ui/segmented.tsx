import type { ReactNode } from 'react'

type Segment<T extends string> = { value: T; label: ReactNode }

/** Segmented control for a choice among few. */
export function Segmented<T extends string>({
  label,
  segments,
  value,
  onChange,
  isSmall = false,
}: {
  label: string
  segments: readonly Segment<T>[]
  value: T
  onChange: (value: T) => void
  isSmall?: boolean
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would add a frame.
    <div
      className={`segmented ${isSmall ? 'small' : ''}`}
      role="group"
      aria-label={label}
    >
      {segments.map((segment) => (
        <button
          key={segment.value}
          type="button"
          aria-pressed={segment.value === value}
          onClick={() => onChange(segment.value)}
        >
          {segment.label}
        </button>
      ))}
    </div>
  )
}
