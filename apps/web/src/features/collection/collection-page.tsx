import type { Collection } from '@platemark/wire/collections'
import type { Network } from '@platemark/wire/config'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { Address } from '../../components/address.tsx'
import { useNetwork } from '../../components/app-config.ts'
import { ChainTag } from '../../components/chain-tag.tsx'
import { CreatorAvatar, creatorName } from '../../components/creator.tsx'
import { PageTitle } from '../../components/page-title.tsx'
import { PlatePicture, plateOf } from '../../components/plate-picture.tsx'
import { formatCount, shortAddress } from '../../lib/format.ts'
import { isShown } from '../../lib/query.ts'
import { ExternalLink } from '../../ui/external-link.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { CommitmentList } from './commitment-list.tsx'
import { MintPanel } from './mint-panel.tsx'
import { PhaseList } from './phase-list.tsx'
import { oneCollection } from './queries.ts'
import { type Ahead, countedAhead } from './terms.ts'

// It shows only after scrolling.
const MintBar = lazyPart(async () => (await import('./mint-bar.tsx')).MintBar)

/** One collection: its art, its mint panel, its schedule, and what its contract promises. */
export function CollectionPage() {
  const { chain = '', alias = '' } = useParams({ strict: false })
  const network = useNetwork(chain)
  const { data: body } = useSuspenseQuery({
    ...oneCollection(chain, alias),
    refetchInterval: ({ state: { data } }) =>
      isShown(data) && isMoving(data.data) ? 10_000 : 60_000,
  })
  const router = useRouter()
  const isHere = isShown(body)
  // It was here when the page was loaded: the loader says what stands in its place now.
  useEffect(() => void (isHere || router.invalidate()), [isHere, router])
  if (!isHere || !network) return null
  return (
    <CollectionView
      key={body.data.contract_address}
      collection={body.data}
      network={network}
    />
  )
}

type ViewProps = { collection: Collection; network: Network }

function CollectionView({ collection: read, network }: ViewProps) {
  const [ahead, setAhead] = useState<Ahead | null>(null)
  const hasScrolled = useScrolled()
  const collection = countedAhead(read, ahead)
  const onAhead = useCallback((next: Ahead | null) => setAhead(next), [])
  const hasCover = collection.cover !== null

  return (
    <>
      <PageTitle>{collection.name}</PageTitle>
      <p className="crumbs">
        <Link href="/">Launchpad</Link> &nbsp;/&nbsp;{' '}
        <Link href={`/collections?chain=${network.alias}`}>{network.name}</Link>
      </p>
      <Notices collection={collection} network={network} />
      {collection.cover && (
        <div className="collection-cover">
          <img
            src={collection.cover.medium_url}
            srcSet={
              collection.cover.is_plate
                ? undefined
                : `${collection.cover.medium_url} 768w, ${collection.cover.url} 2048w`
            }
            sizes="(max-width: 1180px) 100vw, 1132px"
            width={1132}
            height={283}
            alt={`Cover of ${collection.name}`}
            fetchPriority="high"
          />
        </div>
      )}
      <div className={hasCover ? 'collection' : 'collection art-leads'}>
        <div className="lead">
          {hasCover ? (
            <div className="with-art">
              <div className="mat">
                <Art collection={collection} sizes="156px" />
              </div>
              <Nameplate collection={collection} network={network} />
            </div>
          ) : (
            <div className="hero-art">
              <div>
                <Art
                  collection={collection}
                  sizes="(max-width: 700px) 88vw, 606px"
                  isFirst
                />
              </div>
            </div>
          )}
        </div>
        <div className="offer">
          {!hasCover && <Nameplate collection={collection} network={network} />}
          <div id="mint">
            <MintPanel collection={collection} network={network} onAhead={onAhead} />
          </div>
        </div>
        <div className="rest">
          <Facts collection={collection} />
          <PhaseList collection={collection} network={network} />
          <About collection={collection} />
        </div>
        <CommitmentList collection={collection} network={network} />
      </div>
      {hasScrolled && <MintBar collection={collection} network={network} />}
    </>
  )
}

function Notices({ collection, network }: ViewProps) {
  const behind = network.behind_seconds ?? 0
  return (
    <>
      {collection.hidden && (
        <Notice kind="warning">
          Its creator has hidden this collection. It is in no list, and people with this
          link can still mint.
        </Notice>
      )}
      {collection.status === 'provisional' && (
        <Notice>Deployed a moment ago. Minting works; the numbers may still move.</Notice>
      )}
      {behind >= 60 && (
        <Notice>
          Lists are {Math.round(behind / 60)} minutes behind {network.name}. The mint
          panel asks the contract itself before anything is sent.
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
  return (
    <PlatePicture
      picture={collection.image}
      alt={`${collection.name}, the collection's picture`}
      sizes={sizes}
      fallback={plateOf(collection)}
      {...(isFirst && { isFirst })}
    />
  )
}

function Nameplate({ collection, network }: ViewProps) {
  const { creator, owner } = collection
  const isOwner = owner.toLowerCase() === creator.address.toLowerCase()
  return (
    <div className="nameplate">
      <h1>{collection.name}</h1>
      <div className="by">
        <CreatorAvatar creator={creator} size={36} />
        <span>
          <b title={creator.address}>{creatorName(creator)}</b>
          <span className="tiny muted">
            {creator.name ? `${shortAddress(creator.address)}, ` : ''}
            {isOwner ? 'creator and owner' : 'creator'}
          </span>
        </span>
      </div>
      <div className="nameplate-meta">
        <ChainTag alias={collection.chain_alias} />
        <span className="contract">
          Contract&nbsp;
          <Address
            address={collection.contract_address}
            noun="contract address"
            network={network}
          />
        </span>
      </div>
    </div>
  )
}

function Facts({ collection }: { collection: Collection }) {
  const { max_supply, minted, kind } = collection
  const share =
    max_supply === null || max_supply === 0
      ? null
      : Math.floor((minted / max_supply) * 100)
  return (
    <dl className="collection-facts">
      <div>
        <dt>Edition</dt>
        <dd>
          {max_supply === null ? 'Open' : formatCount(max_supply)}{' '}
          <small>{kind === 'edition' ? 'ERC-1155' : 'ERC-721'}</small>
        </dd>
      </div>
      <div>
        <dt>Minted</dt>
        <dd>
          {formatCount(minted)} {share !== null && <small>{share}%</small>}
        </dd>
      </div>
      <div>
        <dt>Holders</dt>
        <dd>{formatCount(collection.holders)}</dd>
      </div>
      <div>
        <dt>Royalty</dt>
        <dd>{collection.royalty_bps / 100}%</dd>
      </div>
    </dl>
  )
}

function About({ collection }: { collection: Collection }) {
  const links = Object.entries(collection.links).flatMap(([kind, url]) =>
    url ? [{ url, label: linkLabel(kind, url) }] : [],
  )
  if (!collection.description && links.length === 0) return null
  return (
    <section id="about">
      <h2>About</h2>
      <p className="collection-text">{collection.description}</p>
      {links.length > 0 && (
        <div className="collection-links">
          {links.map(({ url, label }) => (
            <ExternalLink key={url} className="link" href={url}>
              {label}
            </ExternalLink>
          ))}
        </div>
      )}
    </section>
  )
}

const linkLabels: Partial<Record<string, string>> = {
  x: 'X',
  discord: 'Discord',
  instagram: 'Instagram',
  farcaster: 'Farcaster',
}

function linkLabel(kind: string, url: string): string {
  return linkLabels[kind] ?? new URL(url).hostname.replace(/^www\./, '')
}

/** Whether the page was scrolled since it is here. */
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
