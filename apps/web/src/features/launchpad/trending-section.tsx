import { AccountName } from '../../components/accounts/account-name.tsx'
import './trending.css'
import type { Card } from '@platemark/api/collections'
import type { Network } from '@platemark/api/config'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAppConfig } from '../../components/app-config.ts'
import { CardPrice } from '../../components/collection-card.tsx'
import { collectionHref } from '../../components/collection-href.ts'
import { MintedCount, MintProgress } from '../../components/mint-progress.tsx'
import { collectionPlateUrl, PlatePicture } from '../../components/plate-picture.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { useSearch } from '../../lib/use-search.ts'
import { Link } from '../../ui/link.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { LaunchpadSection } from './launchpad-section.tsx'
import { trendingQuery } from './queries.ts'

/** Number of ranks shown. */
const shown = 6

/** Ranking of one network at a time; the URL selects it. */
export function TrendingSection() {
  const { networks } = useAppConfig()
  const { chain: chosen } = useSearch()
  const network = networks.find(({ alias }) => alias === chosen) ?? networks[0]
  return network ? <Trending network={network} networks={networks} /> : null
}

function Trending({ network, networks }: { network: Network; networks: Network[] }) {
  const queries = useQueryClient()
  return (
    <LaunchpadSection
      title="Trending"
      text="Most collectors in the last 24 hours"
      query={useQuery(trendingQuery(network.alias))}
      empty={{
        title: `Nothing is trending on ${network.name}`,
        text: 'No mints there in the last 24 hours.',
      }}
      before={
        <Tabs
          label="Network"
          current={network.alias}
          tabs={networks.map(({ alias, name }) => ({
            id: alias,
            label: name,
            href: `/?chain=${alias}`,
          }))}
          onIntent={(alias) => void queries.prefetchQuery(trendingQuery(alias))}
        />
      }
      skeleton={<RankSkeleton />}
    >
      {(cards) => <Ranking cards={cards} network={network} />}
    </LaunchpadSection>
  )
}

function Ranking({ cards, network }: { cards: Card[]; network: Network }) {
  return (
    <>
      <ol className="rank" aria-label={`Trending on ${network.name}`}>
        {cards.slice(0, shown).map((card, place) => (
          <Ranked key={collectionHref(card)} card={card} place={place + 1} />
        ))}
      </ol>
      <div className="foot-row">
        <span>Updated every minute. Creators’ own mints don’t count.</span>
        <Link className="text-link" href={`/collections?chain=${network.alias}`}>
          All of {network.name}
        </Link>
      </div>
    </>
  )
}

function Ranked({ card, place }: { card: Card; place: number }) {
  return (
    <li className="place">
      <span className="no">{place}</span>
      <div className="mat">
        <PlatePicture
          picture={card.image}
          alt=""
          sizes="84px"
          fallback={collectionPlateUrl(card)}
        />
      </div>
      <div className="body">
        <h3>
          <Link href={collectionHref(card)}>{card.name}</Link>
        </h3>
        <p className="by">
          <AccountName {...card.creator} />
        </p>
        <p className="mark">
          <StatusBadge
            state={card.state}
            opensAt={card.next_change_at}
            endsAt={card.ends_at}
          />
        </p>
      </div>
      <div className="end">
        <CardPrice card={card} />
        <MintProgress {...card} />
        <MintedCount {...card} />
      </div>
    </li>
  )
}

function RankSkeleton() {
  return (
    <>
      <div className="rank" aria-hidden="true">
        {Array.from({ length: shown }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move.
          <div className="place" key={place}>
            <span className="no">{place + 1}</span>
            <div className="mat">
              <span className="skeleton art" />
            </div>
            <div className="body">
              <Skeleton width="70%" />
              <Skeleton width="50%" />
            </div>
            <div className="end">
              <Skeleton width="60%" />
            </div>
          </div>
        ))}
      </div>
      <div className="foot-row waiting" />
    </>
  )
}
