import { collectionTerms, walletPhases } from '@platemark/api/collection-terms'
import type { Collection } from '@platemark/api/collections'
import type { Network } from '@platemark/api/config'
import { formatCount, formatUsdUp } from '@platemark/rules/amounts'
import { isOpen, isSoldOut, NEVER_ENDS } from '@platemark/rules/collection-state'
import { isUnlimited } from '@platemark/rules/limits'
import type { MintPhase, WalletPhase } from '@platemark/rules/mint-phase'
import { openTerms, promises } from '@platemark/rules/promises'
import { PUBLIC_PHASE_ID } from '@platemark/rules/states'
import { formatDuration, toMoment, zoneSentence } from '@platemark/rules/times'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useNativeCurrency } from '../../components/app-config.ts'
import { eligibilityQuery } from '../../components/collection-queries.ts'
import { Price } from '../../components/price.tsx'
import { useNow } from '../../lib/clock.ts'
import { useSession } from '../../lib/session.ts'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { Icon } from '../../ui/icon.tsx'
import { Tag } from '../../ui/tag.tsx'
import { addPhaseToCalendar } from '../mint/add-phase-to-calendar.ts'
import { serverRenderedNow } from '../mint/collection-overlay.ts'
import { PhaseScale } from './phase-scale.tsx'

/** All phases in order with time, price, limit and the connected wallet's access. */
export function PhaseList({
  collection,
  network,
}: {
  collection: Collection
  network: Network
}) {
  const clock = useNow()
  const isHydrated = useHydrated()
  const { wallet } = useSession()
  const offers = useQuery(
    wallet
      ? eligibilityQuery(collection, wallet.address)
      : { queryKey: ['eligibility without wallet'], queryFn: skipToken },
  ).data?.data
  if (collection.phases.length === 0) return null

  const now =
    clock === undefined ? serverRenderedNow(collection) : Math.floor(clock / 1000)
  const terms = collectionTerms(collection)
  const phases = terms.phases.toSorted((a, b) => a.start - b.start || a.end - b.end)
  const own = offers ? walletPhases(offers.phases) : undefined
  const next = phases.find(({ start }) => start > now)

  return (
    <section id="phases">
      <h2>Phases</h2>
      <PhaseScale
        phases={phases}
        now={now}
        isServerRendered={clock === undefined}
        isStopped={collection.is_paused || isSoldOut(terms)}
      />
      <ol className="phases">
        {phases.map((phase) => (
          <PhaseRow
            key={phase.phaseId}
            phase={phase}
            now={now}
            isNext={phase === next}
            isSoldOut={isSoldOut(terms)}
            isHydrated={isHydrated}
            own={own?.find(({ phaseId }) => phaseId === phase.phaseId)}
            collection={collection}
            network={network}
          />
        ))}
      </ol>
      <p className="small muted phases-note">
        <span className="zone">
          {zoneSentence(
            isHydrated,
            phases.flatMap(({ start, end }) => [start, end]),
          )}
        </span>{' '}
        Limits apply to each phase separately.
        {noticeSentence(collection.notice_seconds)}
      </p>
    </section>
  )
}

/** Returns the sentence about changes after a space. */
function noticeSentence(seconds: number): string {
  const text =
    seconds === 0
      ? promises.noticeNone()
      : `${promises.noticeWaits(formatDuration(seconds))} ${openTerms.pausing()}`
  return ` ${text}`
}

type RowProps = {
  phase: MintPhase
  now: number
  isNext: boolean
  /** True when the whole collection is sold out. */
  isSoldOut: boolean
  isHydrated: boolean
  own: WalletPhase | undefined
  collection: Collection
  network: Network
}

function PhaseRow(props: RowProps) {
  const { phase, now } = props
  return (
    <li className={phase.end <= now ? 'ended' : ''}>
      <div>
        <h3>
          <bdi>{phase.title}</bdi> <PhaseTag {...props} />
        </h3>
        <Duration {...props} />
      </div>
      <PriceCell {...props} />
      <LimitCell {...props} />
      <You {...props} />
    </li>
  )
}

function Duration({ phase, now, isHydrated }: RowProps) {
  // SSR does not know the year of viewing.
  const moment = { isHydrated, now: isHydrated ? now : undefined }
  return (
    <p className="when">
      <Moment at={phase.start} {...moment} />
      <br />
      {phase.end >= NEVER_ENDS ? (
        'without an end'
      ) : (
        <>
          to <Moment at={phase.end} {...moment} />
        </>
      )}
    </p>
  )
}

function PriceCell({ phase, own, collection, network }: RowProps) {
  const rate = useNativeCurrency(collection.chain_alias)?.usd_rate
  const { symbol, decimals } = network.native_currency
  const priceWei = own?.isListed ? own.priceWei : phase.priceWei
  const mintFeeWei = BigInt(collection.mint_fee_wei)
  const wholeWei = priceWei + mintFeeWei
  return (
    <div>
      <span className="k">Price</span>
      <span className="v">
        <Price
          terms={{ priceWei, mintFeeWei, isAllowlistOnly: false }}
          chain={collection.chain_alias}
          symbol={symbol}
        />
        {typeof rate === 'number' && wholeWei > 0n && (
          <small>{formatUsdUp(wholeWei, rate, decimals)}</small>
        )}
      </span>
    </div>
  )
}

function LimitCell(props: RowProps) {
  const { phase, own } = props
  const limit = own?.isListed ? own.allowed : phase.maxPerWallet
  return (
    <div>
      <span className="k">Limit</span>
      <span className="v">
        {isUnlimited(phase.phaseId, limit)
          ? 'No limit'
          : `${formatCount(limit)} per wallet`}
        <small>{supplyMessage(props)}</small>
      </span>
    </div>
  )
}

function supplyMessage({ phase, now, isSoldOut, collection }: RowProps): string {
  const { phaseId, minted, maxSupply, end } = phase
  if (maxSupply !== null)
    return `${formatCount(minted)} of ${formatCount(maxSupply)} minted`
  if (isSoldOut) return 'None left'
  // Only a capped supply has a remainder, and only until the phase ends.
  const takesRest = phaseId === PUBLIC_PHASE_ID && collection.max_supply !== null
  return takesRest && end > now ? 'Remaining supply' : `${formatCount(minted)} minted`
}

function PhaseTag({ phase, now, isNext, isSoldOut, collection }: RowProps) {
  if (collection.state === 'unreadable') return <Tag kind="warn">Not readable</Tag>
  if (phase.end <= now) return <Tag>Ended</Tag>
  if (isSoldOut || (phase.maxSupply !== null && phase.minted >= phase.maxSupply))
    return <Tag>Sold out</Tag>
  if (isOpen(phase, now)) {
    if (collection.is_paused) return <Tag kind="warn">Paused</Tag>
    return (
      <Tag kind="live">
        <i className="mint-dot" />
        Live
      </Tag>
    )
  }
  return isNext ? <Tag>Next</Tag> : null
}

function You(props: RowProps) {
  const { phase, now, own, isHydrated, isSoldOut, collection, network } = props
  const isPublic = phase.phaseId === PUBLIC_PHASE_ID
  const isReadable = collection.state !== 'unreadable'
  const canEnter = isReadable && (isPublic || own?.isListed === true)
  const isOver = isSoldOut || phase.end <= now
  const isHalted = collection.is_paused && isOpen(phase, now)
  return (
    <div className="you">
      <span className="k">You</span>
      {canEnter && !isOver ? (
        <span className="v">
          {isHalted ? <Icon name="pause" size={16} /> : <Icon name="check" size={16} />}
          {isHalted ? 'Paused' : isPublic ? 'Open to all' : 'On the list'}
        </span>
      ) : (
        <span className={own || isPublic ? 'v out' : 'v out muted'}>
          {accessMessage(props)}
        </span>
      )}
      {canEnter && own && own.used > 0 && (
        <span className="muted">
          {isUnlimited(own.phaseId, own.allowed)
            ? `${own.used} used`
            : `${own.used} of ${own.allowed} used, ${Math.max(own.allowed - own.used, 0)} left`}
        </span>
      )}
      {canEnter && !isOver && phase.start > now && isHydrated && (
        <button
          type="button"
          className="link"
          onClick={() => void addPhaseToCalendar(collection, network, phase)}
        >
          Add to calendar
          <span className="hide">
            : <bdi>{phase.title}</bdi>
          </span>
        </button>
      )}
    </div>
  )
}

/** Returns the access label of a phase that this wallet cannot mint in. */
function accessMessage({ phase, own, collection }: RowProps): string {
  if (collection.state === 'unreadable') return 'Cannot be minted here'
  if (phase.phaseId === PUBLIC_PHASE_ID) return 'Was open to all'
  if (!own) return 'Allowlist'
  return own.isListed ? 'Was on the list' : 'Not on this list'
}

type MomentProps = { at: number; isHydrated: boolean; now: number | undefined }

function Moment({ at, isHydrated, now }: MomentProps) {
  const when = toMoment(at, isHydrated, now)
  if (!when) return null
  return (
    <time dateTime={new Date(at * 1000).toISOString()}>
      <b>{when.main}</b> <span>{when.utc}</span>
    </time>
  )
}
