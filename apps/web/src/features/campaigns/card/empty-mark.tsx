type EmptyMarkProps = {
  name: string
  /** Done without a network of its own: drawn in the accent. */
  isDone?: boolean
}

/** Two rings with the first letters of a name; the name stands beneath. */
export function EmptyMark({ name, isDone = false }: EmptyMarkProps) {
  const initials = name.replaceAll(/[^\p{L}\p{N}]/gu, '').slice(0, 2)
  return (
    <svg
      className={`postmark empty ${isDone ? 'done' : ''}`}
      viewBox="0 0 180 160"
      aria-hidden="true"
    >
      <circle cx="80" cy="80" r="62" />
      <circle cx="80" cy="80" r="45" />
      <text x="80" y="92" textAnchor="middle">
        {initials.toUpperCase()}
      </text>
    </svg>
  )
}
