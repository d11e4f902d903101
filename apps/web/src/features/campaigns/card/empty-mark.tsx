type EmptyMarkProps = {
  name: string
  /** Alias of the network whose mark it has; null: the first letters of the name. */
  chain: string | null
  /** Done without a network of its own: drawn in the accent. */
  isDone?: boolean
}

/** Two rings around the mark of a network or the first letters of a name, which stands beneath. */
export function EmptyMark({ name, chain, isDone = false }: EmptyMarkProps) {
  const initials = name.replaceAll(/[^\p{L}\p{N}]/gu, '').slice(0, 2)
  return (
    <svg
      className={`postmark empty ${isDone ? 'done' : ''}`}
      viewBox="0 0 180 160"
      aria-hidden="true"
    >
      <circle cx="80" cy="80" r="62" />
      <circle cx="80" cy="80" r="45" />
      {chain === null ? (
        <text x="80" y="92" textAnchor="middle">
          {initials.toUpperCase()}
        </text>
      ) : (
        <image
          href={`/marks/networks/${chain}.svg?theme=system`}
          {...{ x: 58, y: 58, width: 44, height: 44 }}
        />
      )}
    </svg>
  )
}
