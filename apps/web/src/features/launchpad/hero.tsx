import type { PromotedCard } from '@platemark/api/collections'
import { formatCount } from '@platemark/rules/amounts'
import { isUnlimited } from '@platemark/rules/limits'
import { priceTerms } from '@platemark/rules/price'
import { PUBLIC_PHASE_ID } from '@platemark/rules/states'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { AccountName } from '../../components/accounts/account-name.tsx'
import { ChainTag } from '../../components/chain-tag.tsx'
import { CardPrice } from '../../components/collection-card.tsx'
import { collectionHref } from '../../components/collection-href.ts'
import { Countdown } from '../../components/countdown.tsx'
import { CreatorAvatar } from '../../components/creator.tsx'
import { Failure } from '../../components/failure.tsx'
import { MintedCount, MintProgress } from '../../components/mint-progress.tsx'
import { collectionPlateUrl, PlatePicture } from '../../components/plate-picture.tsx'
import { Price } from '../../components/price.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { When } from '../../components/when.tsx'
import { formatUtcTime } from '../../lib/format.ts'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { useLastError } from '../../lib/use-last-error.ts'
import { useRefreshAt } from '../../lib/use-refresh-at.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tag } from '../../ui/tag.tsx'
import { promotedQuery } from './queries.ts'

/** Downloads a calendar entry for the opening of a collection; `start` is in unix seconds. */
export type AddToCalendar = (
  card: PromotedCard,
  entry: { title: string; start: number; url: string },
) => void

/** Promoted collections, one at a time; renders nothing without any. */
export function Hero({ onCalendar }: { onCalendar: AddToCalendar }) {
  const query = useQuery(promotedQuery())
  const error = useLastError(query)
  const [place, setPlace] = useState(0)
  const cards = query.data?.data ?? []
  useRefreshAt(
    cards.map(({ next_change_at }) => next_change_at),
    query.refetch,
  )
  if (error && cards.length === 0) {
    return (
      <section className="hero-failure" aria-label="Promoted collection">
        <Failure
          title="This section could not be loaded"
          text="The server did not answer. Try again, or come back in a minute."
          error={error}
          onRetry={() => void query.refetch()}
          isBusy={query.isFetching}
          className="tall"
          level="h2"
        />
      </section>
    )
  }
  const card = cards[place % Math.max(1, cards.length)]
  if (!card) return query.data ? null : <HeroSkeleton />
  return (
    <Promoted card={card} onCalendar={onCalendar}>
      {cards.length > 1 && (
        <Pager
          place={(place % cards.length) + 1}
          count={cards.length}
          onTurn={(by) => setPlace((place + by + cards.length) % cards.length)}
        />
      )}
    </Promoted>
  )
}

function HeroSkeleton() {
  return (
    <section className="hero late" aria-label="Promoted collection" aria-busy="true">
      <div className="mat">
        <span className="skeleton art" />
      </div>
      <div className="facts waiting" aria-hidden="true">
        <Skeleton width="40%" height={28} />
        <Skeleton width="80%" height={44} />
        <Skeleton width="50%" height={28} />
        <Skeleton width="100%" height={72} />
        <Skeleton width="100%" height={96} />
        <Skeleton width="100%" height={132} />
        <Skeleton width="100%" height={48} />
      </div>
    </section>
  )
}

type PromotedProps = {
  card: PromotedCard
  onCalendar: AddToCalendar
  /** Navigation to the other promotions, beside the tags. */
  children: ReactNode
}

/** One promoted collection: picture, facts and opening time. */
function Promoted({ card, onCalendar, children }: PromotedProps) {
  return (
    <section className="hero" aria-label="Promoted collection">
      <div className="mat">
        <PlatePicture
          isLarge
          key={collectionHref(card)}
          picture={card.image}
          alt={`Artwork of ${card.name}`}
          sizes="(max-width: 820px) 90vw, 540px"
          fallback={collectionPlateUrl(card)}
          isFirst
        />
      </div>
      <div className="facts">
        <div className="tags">
          <Tag>{card.promoted_label ?? 'Promoted'}</Tag>
          <ChainTag alias={card.chain_alias} />
          {children}
        </div>
        <h2>
          <Link href={collectionHref(card)}>{card.name}</Link>
        </h2>
        <div className="who">
          <CreatorAvatar creator={card.creator} />
          <span>
            by{' '}
            <b>
              <AccountName {...card.creator} />
            </b>
          </span>
        </div>
        {card.description && <p className="desc">{firstParagraph(card.description)}</p>}
        <HeroClock card={card} />
        <HeroRows card={card} />
        <Ways card={card} onCalendar={onCalendar} />
      </div>
    </section>
  )
}

/** Link to the collection and, before it opens, the calendar button. */
function Ways({ card, onCalendar }: Omit<PromotedProps, 'children'>) {
  const { state, next_change_at: opensAt } = card
  return (
    <div className="go">
      <Link className="button" href={collectionHref(card)}>
        View collection
      </Link>
      {state === 'upcoming' && opensAt && (
        <Button look="quiet" onClick={() => onCalendar(card, entryOf(card, opensAt))}>
          <Icon name="calendar" />
          Add to calendar
        </Button>
      )}
    </div>
  )
}

function entryOf(card: PromotedCard, opensAt: string) {
  return {
    title: `${card.name} opens`,
    start: Date.parse(opensAt) / 1000,
    url: new URL(collectionHref(card), location.href).href,
  }
}

type PagerProps = { place: number; count: number; onTurn: (by: number) => void }

function Pager({ place, count, onTurn }: PagerProps) {
  return (
    <div className="pager">
      <button
        type="button"
        className="button quiet square"
        aria-label="Previous promoted collection"
        onClick={() => onTurn(-1)}
      >
        <Icon name="left" />
      </button>
      <span className="small" role="status">
        {place} / {count}
      </span>
      <button
        type="button"
        className="button quiet square"
        aria-label="Next promoted collection"
        onClick={() => onTurn(1)}
      >
        <Icon name="right" />
      </button>
    </div>
  )
}

/** Countdown to the opening, and progress once it is open. */
function HeroClock({ card }: { card: PromotedCard }) {
  const next = card.phases?.find(({ start }) => start === card.next_change_at)
  if (card.state === 'upcoming' && card.next_change_at) {
    return (
      <div className="clock">
        <div className="cap">
          <span>{next ? `${next.title} opens in` : 'Opens in'}</span>
          <OpeningTime at={card.next_change_at} />
        </div>
        <Countdown at={card.next_change_at} />
      </div>
    )
  }
  return (
    <div className="clock">
      <div className="cap">
        <StatusBadge state={card.state} endsAt={card.ends_at} />
        <MintedCount {...card} />
      </div>
      <MintProgress {...card} />
    </div>
  )
}

/** `24 Nov, 19:00 your time (18:00 UTC)` */
function OpeningTime({ at }: { at: string }) {
  const isHydrated = useHydrated()
  return (
    <span>
      <b>
        <When at={at} />
      </b>
      {isHydrated && zoneNote(at)}
    </span>
  )
}

/** Returns the time in UTC where the viewer's differs. */
function zoneNote(at: string): string {
  const isUtc = new Date(at).getTimezoneOffset() === 0
  return isUtc ? ' UTC' : ` your time (${formatUtcTime(at)} UTC)`
}

function HeroRows({ card }: { card: PromotedCard }) {
  const { next_change_at: next, price_wei } = card
  const phases = shownPhases(card)
  return (
    <dl className="facts-list">
      {phases.map((phase, index) => (
        <div key={phase.phase_id}>
          <dt>
            {phase.title}
            {index > 0 && next !== null && phase.start >= next && (
              <>
                , from <When at={phase.start} />
              </>
            )}
          </dt>
          <dd>
            <PhasePrice card={card} phase={phase} />
          </dd>
        </div>
      ))}
      {phases.length === 0 && price_wei !== null && (
        <div>
          <dt>Price</dt>
          <dd>
            <CardPrice card={card} />
          </dd>
        </div>
      )}
      <Supply card={card} phase={phases.find(isOpenToAll) ?? phases[0]} />
    </dl>
  )
}

type HeroPhase = PromotedCard['phases'][number]

function PhasePrice({ card, phase }: { card: PromotedCard; phase: HeroPhase }) {
  const { phase_id: phaseId, price_wei } = phase
  const terms = priceTerms(
    { phaseId, priceWei: BigInt(price_wei) },
    BigInt(card.mint_fee_wei),
  )
  return <Price terms={terms} chain={card.chain_alias} symbol={card.currency} withUsd />
}

/** Supply, and the limit per wallet of a phase. */
function Supply({ card, phase }: { card: PromotedCard; phase: HeroPhase | undefined }) {
  const limit = phase?.max_per_wallet ?? 0
  const isLimited = phase && limit > 0 && !isUnlimited(phase.phase_id, limit)
  return (
    <div>
      <dt>Supply</dt>
      <dd>
        {card.max_supply === null ? 'Open' : formatCount(card.max_supply)}
        {isLimited && (
          <span className="muted"> up to {formatCount(limit)} per wallet</span>
        )}
      </dd>
    </div>
  )
}

/**
 * Returns two of the phases that are open or to come, else the last two, and in any case the
 * public one among them: it is the one that every visitor can enter.
 */
function shownPhases({ phases = [], next_change_at }: PromotedCard): HeroPhase[] {
  const ordered = [...phases].sort((a, b) => a.start.localeCompare(b.start))
  const ahead =
    next_change_at === null ? ordered : ordered.filter(({ end }) => end >= next_change_at)
  const two = next_change_at === null ? ahead.slice(-2) : ahead.slice(0, 2)
  const open = ahead.find(isOpenToAll)
  if (!open || two.includes(open)) return two
  return ahead.filter((phase) => phase === open || phase === two[0])
}

function isOpenToAll({ phase_id }: HeroPhase): boolean {
  return phase_id === PUBLIC_PHASE_ID
}

function firstParagraph(text: string): string {
  return text.trim().split(/\n\s*\n/, 1)[0] ?? ''
}
