import type { Picture } from '@platemark/api/collections'
import { useState } from 'react'

type PlatePictureProps = {
  picture: Picture
  alt: string
  /** How wide it is shown, as the `sizes` attribute takes it. */
  sizes: string
  /** The drawing that stands in when the picture does not arrive. */
  fallback: string
  /** Of the first screen: loaded at once, before others. */
  isFirst?: boolean
}

/** A square picture of a collection, in the width the screen needs. */
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

/** Whether a picture did not arrive; `watch` are attributes of its element. */
export function useImageFallback() {
  const [isBroken, setBroken] = useState(false)
  const watch = {
    // It may have failed before the app was there to hear of it.
    ref: (image: HTMLImageElement | null) => {
      if (image?.complete && image.naturalWidth === 0 && image.currentSrc) setBroken(true)
    },
    onError: () => setBroken(true),
  }
  return { isBroken, watch }
}

/** The address of the drawing made for a collection. */
export function collectionPlateUrl(collection: {
  chain_alias: string
  contract_address: string
}): string {
  return plateUrl(`${collection.chain_alias}-${collection.contract_address}`)
}

/** The address of a drawing in the inks of the page's theme. */
export function plateUrl(seed: string): string {
  return themed(`/plates/${seed.toLowerCase()}.svg`)
}

/** The other addresses of a plate, light on every page, are for the rest of the world. */
function themed(url: string): string {
  return `${url}?theme=system`
}
