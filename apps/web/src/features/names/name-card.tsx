type NameCardProps = {
  name: string
  /** Pixels. */
  size: number
  /** Above the fold: loaded at once. */
  isFirst?: boolean
}

/** Picture of a name, as the registry draws it; the name stands beside it. */
export function NameCard({ name, size, isFirst = false }: NameCardProps) {
  return (
    <img
      className="name-card"
      src={`/api/names/${encodeURIComponent(name)}/image.svg`}
      width={size}
      height={size}
      alt=""
      loading={isFirst ? 'eager' : 'lazy'}
      decoding="async"
    />
  )
}
