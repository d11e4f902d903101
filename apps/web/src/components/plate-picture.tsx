import type { PictureViews } from '@platemark/api/collections'
import { useState } from 'react'

type PlatePictureProps = {
  picture: PictureViews
  alt: string
  /** Rendered width, as the `sizes` attribute takes it. */
  sizes: string
  /** Generated art shown when the picture fails to load. */
  fallback: string
  /** Above the fold: loaded eagerly with high priority. */
  isFirst?: boolean
  /** Shown wider than 384 px, so that sharp screens need more than 768 pixels. */
  isLarge?: boolean
}

/** Square picture of a collection in the width the screen needs. */
export function PlatePicture({
  picture,
  alt,
  sizes,
  fallback,
  isFirst = false,
  isLarge = false,
}: PlatePictureProps) {
  const { isBroken, watch } = useImageFallback()
  const isPlate = picture.is_plate || isBroken
  return (
    <img
      {...watch}
      src={isBroken ? fallback : isPlate ? themed(picture.url) : picture.medium_url}
      srcSet={isPlate ? undefined : isLarge ? viewWidths(picture) : smallWidths(picture)}
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

function smallWidths({ small_url, medium_url }: PictureViews): string {
  return `${small_url} 384w, ${medium_url} 768w`
}

/** Returns the views of a picture as the `srcset` attribute takes them. */
export function viewWidths(picture: PictureViews): string {
  return `${smallWidths(picture)}, ${picture.url} 1536w`
}

/**
 * Tracks whether an image failed to load, and keeps the pixels of a small one sharp; `watch`
 * holds the props of its element.
 */
export function useImageFallback() {
  const [isBroken, setBroken] = useState(false)
  const watch = {
    // The image may have loaded or failed before hydration attached the handlers.
    ref: (image: HTMLImageElement | null) => {
      if (!image?.complete || !image.currentSrc) return
      if (image.naturalWidth === 0) setBroken(true)
      else keepPixels(image)
    },
    onLoad: (event: { currentTarget: HTMLImageElement }) =>
      keepPixels(event.currentTarget),
    onError: () => setBroken(true),
  }
  return { isBroken, watch }
}

/**
 * Shows the pixels of an image as squares where it has at most half as many as its view has
 * at most: views are never enlarged, so that pixel art stays sharp at any size.
 */
export function keepPixels(image: HTMLImageElement): void {
  // The natural width counts in parts of the width that `srcset` declares.
  const isSmall = image.srcset !== '' && image.naturalWidth * 2 <= image.clientWidth
  image.classList.toggle('pixelated', isSmall)
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
