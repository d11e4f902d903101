import type { ComponentPropsWithRef } from 'react'

type AvatarProps = {
  src: string
  size?: number
  /** A generated plate is cropped to its center. */
  isPlate?: boolean
  /** Props of the image, for load errors. */
  watch?: Pick<ComponentPropsWithRef<'img'>, 'ref' | 'onError' | 'onLoad'>
}

/** Round picture; the name is shown beside it. */
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
