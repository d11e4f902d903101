import type { ComponentPropsWithRef } from 'react'

type AvatarProps = {
  src: string
  size?: number
  /** A generated plate shows its middle. */
  isPlate?: boolean
  /** Attributes of the picture: whoever gives them hears whether it arrives. */
  watch?: Pick<ComponentPropsWithRef<'img'>, 'ref' | 'onError'>
}

/** A round picture of somebody; their name stands beside it. */
export function Avatar({ src, size = 28, isPlate = false, watch }: AvatarProps) {
  return (
    <span
      className={`avatar ${isPlate ? 'plate' : ''}`}
      style={{ ['--size' as string]: `${size}px` }}
    >
      <img
        {...watch}
        src={src}
        width={size}
        height={size}
        alt=""
        loading="lazy"
        decoding="async"
      />
    </span>
  )
}
