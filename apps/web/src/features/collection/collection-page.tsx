import type { Collection } from '@platemark/api/collections'
import type { Network } from '@platemark/api/config'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { useNetwork } from '../../components/app-config.ts'
import { Enlarge } from '../../components/art-viewer/enlarge.tsx'
import { collectionQuery } from '../../components/collection-queries.ts'
import { PageTitle } from '../../components/page-title.tsx'
import {
  collectionPlateUrl,
  PlatePicture,
  useImageFallback,
} from '../../components/plate-picture.tsx'
import { PlayableArt } from '../../components/playable-art.tsx'
import { isShown } from '../../lib/query.ts'
import { useSearch } from '../../lib/use-search.ts'
import { deferHydration, usePreloadRest } from '../../ui/deferred-hydration.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import {
  type OptimisticMinted,
  withOptimisticMinted,
} from '../mint/collection-overlay.ts'
import { isStreamOpen } from './live/live-status.ts'

const MintPanel = deferHydration(
  async () => (await import('../mint/mint-panel.tsx')).MintPanel,
)
const CollectionRest = deferHydration(
  async () => (await import('./collection-details.tsx')).CollectionDetails,
)
const Nameplate = deferHydration(
  async () => (await import('./collection-details.tsx')).Nameplate,
)
const TokenView = deferHydration(
  async () => (await import('./token/token-view.tsx')).TokenView,
  { isRare: true },
)
// It shows only after scrolling.
const MintBar = lazyPart(async () => (await import('../mint/mint-bar.tsx')).MintBar)

/** Page of one collection: art, mint panel, schedule and commitments. */
export function CollectionPage() {
  const { chain = '', alias = '' } = useParams({ strict: false })
  const network = useNetwork(chain)
  const { data: body } = useSuspenseQuery({
    ...collectionQuery(chain, alias),
    refetchInterval: ({ state: { data } }) =>
      isShown(data) && isMoving(data.data) && !isStreamOpen.read() ? 10_000 : 60_000,
  })
  const router = useRouter()
  const isHere = isShown(body)
  // The collection disappeared after the page was loaded: the loader resolves its
  // replacement.
  useEffect(() => void (isHere || router.invalidate()), [isHere, router])
  if (!isHere || !network) return null
  return (
    <CollectionView
      key={`${body.data.chain_alias}/${body.data.contract_address}`}
      collection={body.data}
      network={network}
    />
  )
}

type ViewProps = { collection: Collection; network: Network }

function CollectionView({ collection: read, network }: ViewProps) {
  const [optimisticMinted, setOptimisticMinted] = useState<OptimisticMinted | null>(null)
  const hasScrolled = useScrolled()
  const collection = withOptimisticMinted(read, optimisticMinted)
  usePreloadRest()
  const onOptimisticMinted = useCallback(
    (next: OptimisticMinted | null) => setOptimisticMinted(next),
    [],
  )
  const hasCover = collection.cover !== null
  const { token: tokenId } = useSearch()

  return (
    <>
      {!tokenId && <PageTitle>{collection.name}</PageTitle>}
      <p className="crumbs">
        <Link href="/">Launchpad</Link> &nbsp;/&nbsp;{' '}
        <Link href={`/collections?chain=${network.alias}`}>{network.name}</Link>
      </p>
      <Notices collection={collection} network={network} />
      {collection.cover && <Cover cover={collection.cover} collection={collection} />}
      <div className={hasCover ? 'collection' : 'collection art-leads'}>
        <Lead collection={collection} network={network} />
        <div className="offer">
          {!hasCover && <CollectionHeader collection={collection} network={network} />}
          <div id="mint">
            <MintPanel
              collection={collection}
              network={network}
              onOptimisticMinted={onOptimisticMinted}
            />
          </div>
        </div>
        <CollectionRest collection={collection} network={network} />
      </div>
      {hasScrolled && <MintBar collection={collection} network={network} />}
      {tokenId && (
        <TokenView collection={collection} network={network} tokenId={tokenId} />
      )}
    </>
  )
}

type CoverProps = { cover: NonNullable<Collection['cover']>; collection: Collection }

/** Wide cover image; the plate is the fallback. */
function Cover({ cover, collection }: CoverProps) {
  const { isBroken, watch } = useImageFallback()
  const { medium_url, url, is_plate } = cover
  const isPlate = is_plate || isBroken
  return (
    <div className="collection-cover">
      <img
        {...watch}
        src={isBroken ? collectionPlateUrl(collection) : medium_url}
        srcSet={isPlate ? undefined : `${medium_url} 768w, ${url} 1536w`}
        sizes="(max-width: 1180px) 100vw, 1132px"
        width={1132}
        height={283}
        alt={`Cover of ${collection.name}`}
        fetchPriority="high"
      />
    </div>
  )
}

/** Collection art; small and beside the name when there is a cover. */
function Lead({ collection, network }: ViewProps) {
  if (collection.cover) {
    return (
      <div className="lead">
        <div className="with-art">
          <div className="mat">
            <Art
              collection={collection}
              sizes="(max-width: 700px) 60px, (max-width: 960px) 50vw, 310px"
            />
          </div>
          <CollectionHeader collection={collection} network={network} />
        </div>
      </div>
    )
  }
  return (
    <div className="lead">
      <div className="hero-art">
        <div>
          <Art collection={collection} sizes="(max-width: 700px) 88vw, 606px" isFirst />
        </div>
      </div>
    </div>
  )
}

function Notices({ collection, network }: ViewProps) {
  const minutes = Math.floor((network.behind_seconds ?? 0) / 60)
  return (
    <>
      {collection.hidden && (
        <Notice kind="warning">
          The creator has hidden this collection. It is in no list, but anyone with this
          link can mint.
        </Notice>
      )}
      {collection.status === 'provisional' && (
        <Notice>
          Deployed a moment ago. Minting works, but numbers may still change.
        </Notice>
      )}
      {minutes > 0 && (
        <Notice>
          {network.name} is {minutes} {minutes === 1 ? 'minute' : 'minutes'} behind, so
          numbers here may lag. The mint panel checks the contract before anything is
          sent.
        </Notice>
      )}
    </>
  )
}

function Art({
  collection,
  sizes,
  isFirst,
}: {
  collection: Collection
  sizes: string
  isFirst?: boolean
}) {
  const { name, image, animation_url } = collection
  const fallback = collectionPlateUrl(collection)
  const picture = (
    <PlatePicture
      isLarge
      picture={image}
      alt={`${name}, the collection’s picture`}
      sizes={sizes}
      fallback={fallback}
      {...(isFirst && { isFirst })}
    />
  )
  // A film has a view of its own.
  return animation_url ? (
    <PlayableArt animationUrl={animation_url} posterUrl={image.medium_url} name={name}>
      {picture}
    </PlayableArt>
  ) : (
    <Enlarge picture={image} name={name} fallback={fallback}>
      {picture}
    </Enlarge>
  )
}

function CollectionHeader({ collection, network }: ViewProps) {
  return (
    <div className="nameplate">
      <h1>{collection.name}</h1>
      <Nameplate collection={collection} network={network} />
    </div>
  )
}

/** Returns whether the page was scrolled since it was mounted. */
function useScrolled(): boolean {
  const [hasScrolled, setScrolled] = useState(false)
  useEffect(() => {
    const note = () => setScrolled(true)
    addEventListener('scroll', note, { once: true })
    return () => removeEventListener('scroll', note)
  }, [])
  return hasScrolled
}

function isMoving({ state }: Collection): boolean {
  return state === 'live' || state === 'upcoming'
}
