import type { Picture } from '@platemark/api/collections'
import { useState } from 'react'

type PlatePictureProps = {
  picture: Picture
  alt: string
  /** Rendered width, as the `sizes` attribute takes it. */
  sizes: string
  /** Generated art shown when the picture fails to load. */
  fallback: string
  /** Above the fold: loaded eagerly with high priority. */
  isFirst?: boolean
}

/** Square picture of a collection in the width the screen needs. */
export function PlatePicture({
  picture,
  alt,
  sizes,
  fallback,
  isFirst = false,
}: PlatePictureProps) {
  const { isBroken, watch } = useImageFallback()
  const isPlate = picture.is_plate || isBroken
  return (
    <img
      {...watch}
      src={isBroken ? fallback : isPlate ? themed(picture.url) : picture.medium_url}
      srcSet={
        isPlate ? undefined : `${picture.small_url} 384w, ${picture.medium_url} 768w`
      }
      sizes={isPlate ? undefined : sizes}
      width={384}
      height={384}
      alt={alt}
      loading={isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : undefined}
      decoding="async"
    />
  )
}

/** Tracks whether an image failed to load; `watch` holds the props of its element. */
export function useImageFallback() {
  const [isBroken, setBroken] = useState(false)
  const watch = {
    // The image may have failed before hydration attached the handler.
    ref: (image: HTMLImageElement | null) => {
      if (image?.complete && image.naturalWidth === 0 && image.currentSrc) setBroken(true)
    },
    onError: () => setBroken(true),
  }
  return { isBroken, watch }
}

/** Returns the URL of the plate generated for a collection. */
export function collectionPlateUrl(collection: {
  chain_alias: string
  contract_address: string
}): string {
  return plateUrl(`${collection.chain_alias}-${collection.contract_address}`)
}

/** Returns the URL of a plate in the colors of the page's theme. */
export function plateUrl(seed: string): string {
  return themed(`/plates/${seed.toLowerCase()}.svg`)
}

/**
 * Adds the theme parameter; without it a plate is always light, for use outside this
 * site.
 */
function themed(url: string): string {
  return `${url}?theme=system`
}
