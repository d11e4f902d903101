import { collectionTerms } from '@platemark/api/collection-terms'
import type { Collection } from '@platemark/api/collections'
import { shownPhase } from '@platemark/rules/collection-state'
import { PUBLIC_PHASE_ID } from '@platemark/rules/states'
import { useState } from 'react'
import { useNetworkNames } from '../../../components/app-config.ts'
import { creatorName } from '../../../components/creator.tsx'
import { CardPreview, PagePreview } from '../../../components/editing/page-preview.tsx'
import {
  PreviewHead,
  type PreviewView,
} from '../../../components/editing/preview-head.tsx'
import { MintedCount } from '../../../components/mint-progress.tsx'
import { collectionPlateUrl, PlatePicture } from '../../../components/plate-picture.tsx'
import { Price } from '../../../components/price.tsx'
import { useNow } from '../../../lib/clock.ts'
import type { PageEditState } from './use-page-edit.ts'

/** The card and the page of the collection with the texts as they are typed. */
export function EditPreview({
  collection,
  form,
}: {
  collection: Collection
  form: PageEditState
}) {
  const [view, setView] = useState<PreviewView>('card')
  const nameNetwork = useNetworkNames()
  const picture = (
    <PlatePicture
      picture={form.page.image ?? collection.image}
      alt=""
      sizes="300px"
      fallback={collectionPlateUrl(collection)}
    />
  )
  const price = <ShownPrice collection={collection} />
  return (
    <aside className="edit-side" aria-label="Preview">
      <PreviewHead view={view} onChange={setView} />
      {view === 'card' ? (
        <CardPreview
          picture={picture}
          name={collection.name}
          price={price}
          count={<MintedCount {...collection} />}
        />
      ) : (
        <PagePreview
          coverUrl={form.page.cover?.medium_url}
          picture={picture}
          network={nameNetwork(collection.chain_alias)}
          name={collection.name}
          creator={creatorName(collection.creator)}
          description={form.textOf('description')}
          price={price}
        />
      )}
      <p className="muted small edit-private">
        Only the owner and co-editors can open this page. Everyone else sees that the page
        does not exist.
      </p>
    </aside>
  )
}

/** Price as the card of the collection shows it. */
function ShownPrice({ collection }: { collection: Collection }) {
  const now = useNow(60_000) ?? Date.now()
  const phase = shownPhase(collectionTerms(collection), now / 1000)
  if (!phase) return '–'
  const terms = {
    priceWei: phase.priceWei,
    mintFeeWei: BigInt(collection.mint_fee_wei),
    isAllowlistOnly: phase.phaseId !== PUBLIC_PHASE_ID,
  }
  return (
    <Price terms={terms} chain={collection.chain_alias} symbol={collection.currency} />
  )
}
