import type { Draft } from '@platemark/api/studio'
import { PlatePicture, plateUrl } from '../../../components/plate-picture.tsx'
import { PlayableArt } from '../../../components/playable-art.tsx'

type DraftPictureProps = {
  draft: Draft
  sizes: string
  /** Plate of the contract, once there is one; absent: that of the draft. */
  contractPlate?: string | undefined
}

/** Picture of a draft, or the plate that stands for it. */
export function DraftPicture({ draft, sizes, contractPlate }: DraftPictureProps) {
  const plate = contractPlate ?? plateUrl(draft.contract_id || 'new')
  if (!draft.image) return <img src={plate} alt="" width={384} height={384} />
  return (
    <PlayableArt
      key={draft.image.url + draft.animation_url}
      animationUrl={draft.animation_url}
      posterUrl={draft.image.medium_url}
      name={draft.fields.name || 'your work'}
    >
      <PlatePicture picture={draft.image} alt="" sizes={sizes} fallback={plate} />
    </PlayableArt>
  )
}
