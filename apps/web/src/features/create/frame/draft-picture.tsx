import type { Draft } from '@platemark/api/studio'
import { PlatePicture, plateUrl } from '../../../components/plate-picture.tsx'

/** Picture of a draft, or the plate that stands for it. */
export function DraftPicture({ draft, sizes }: { draft: Draft; sizes: string }) {
  const plate = plateUrl(draft.contract_id || 'new')
  if (!draft.image) return <img src={plate} alt="" width={384} height={384} />
  return (
    <PlatePicture
      key={draft.image.url}
      picture={draft.image}
      alt=""
      sizes={sizes}
      fallback={plate}
    />
  )
}
