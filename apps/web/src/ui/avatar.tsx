type AvatarProps = {
  src: string
  size?: number
  /** A generated plate shows its middle. */
  isPlate?: boolean
}

/** A round picture of somebody; their name stands beside it. */
export function Avatar({ src, size = 28, isPlate = false }: AvatarProps) {
  return (
    <span
      className={`avatar ${isPlate ? 'plate' : ''}`}
      style={{ ['--size' as string]: `${size}px` }}
    >
      <img src={src} width={size} height={size} alt="" loading="lazy" decoding="async" />
    </span>
  )
}
