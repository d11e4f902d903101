import type { TokenDetails } from '@platemark/api/collection-reads'
import { Enlarge } from '../../../components/art-viewer/enlarge.tsx'
import {
  collectionPlateUrl,
  keepPixels,
  viewWidths,
} from '../../../components/plate-picture.tsx'
import { PlayableArt } from '../../../components/playable-art.tsx'

type TokenArtProps = {
  token: TokenDetails
  /** Called when the picture failed and the plate replaces it. */
  hasFailed: boolean
  onFail: () => void
}

/** Picture of a token, or its fallback. */
export function TokenArt({ token, hasFailed, onFail }: TokenArtProps) {
  const { burned_at, image, is_revealed } = token
  const isBlank = !is_revealed && image.is_plate
  return (
    <div className="token-art">
      <div className="hero-art">
        <div className={burned_at ? 'gone' : undefined}>
          {isBlank ? (
            <BlankPlate />
          ) : (
            <Work token={token} hasFailed={hasFailed} onFail={onFail} />
          )}
        </div>
      </div>
    </div>
  )
}

/** Picture that opens in full screen, or a film with its player. */
function Work(props: TokenArtProps) {
  const { image, animation_url, name } = props.token
  const picture = <Picture {...props} />
  // An animated picture moves in its views.
  return animation_url === null || animation_url === image.original_url ? (
    <Enlarge picture={image} name={name} fallback={collectionPlateUrl(props.token)}>
      {picture}
    </Enlarge>
  ) : (
    <PlayableArt animationUrl={animation_url} posterUrl={image.medium_url} name={name}>
      {picture}
    </PlayableArt>
  )
}

function BlankPlate() {
  return (
    <div className="blank-plate" role="img" aria-label="Blank plate, not revealed yet">
      <span>Not revealed</span>
    </div>
  )
}

function Picture({ token, hasFailed, onFail }: TokenArtProps) {
  const { image, name, burned_at } = token
  // The image may have loaded or failed before hydration attached the handlers.
  const check = (element: HTMLImageElement | null) => {
    if (!element?.complete || !element.currentSrc) return
    if (element.naturalWidth === 0) onFail()
    else keepPixels(element)
  }
  const alt = hasFailed
    ? `Placeholder for ${name}`
    : `${name}${burned_at ? ', burned' : ''}`
  if (image.is_plate || hasFailed) {
    return <img src={collectionPlateUrl(token)} width={768} height={768} alt={alt} />
  }
  return (
    <img
      ref={check}
      src={image.medium_url}
      srcSet={viewWidths(image)}
      sizes="(max-width: 700px) 86vw, (max-width: 900px) 560px, 60vw"
      width={768}
      height={768}
      alt={alt}
      onLoad={({ currentTarget }) => keepPixels(currentTarget)}
      onError={onFail}
    />
  )
}
