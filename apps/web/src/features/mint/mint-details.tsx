import type { Network } from '@platemark/api/config'
import {
  formatAmount,
  formatCount,
  formatUsdUp,
  shortAddress,
} from '@platemark/rules/amounts'
import { isolateText } from '@platemark/rules/isolate-text'
import { limitSentence } from '@platemark/rules/limits'
import { waitingMessage } from '@platemark/rules/mint-messages'
import type { OfferedPhase } from '@platemark/rules/mint-phase'
import type { MintState, MintStateFor } from '@platemark/rules/mint-state-types'
import { mintTotal, shownFunds, shownTotal } from '@platemark/rules/price'
import { listPriceParts } from '@platemark/rules/price-parts'
import type { ReactNode } from 'react'
import { AccountName } from '../../components/accounts/account-name.tsx'
import { Amount } from '../../components/amount.tsx'
import { collectionHref } from '../../components/collection-href.ts'
import { collectionPlateUrl, PlatePicture } from '../../components/plate-picture.tsx'
import { PlayableArt } from '../../components/playable-art.tsx'
import { useNow } from '../../lib/clock.ts'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import type { MintPanelContext } from './mint-panel-context.ts'
import { LaterPhases, priceText } from './mint-phases.tsx'
import { useMintedTokens } from './use-minted-tokens.ts'

type DetailProps = MintPanelContext & {
  state: MintState
  /** A part of the network fee is missing from the estimate. */
  isFeeRough?: boolean
}

type ChoiceProps = {
  state: MintStateFor<'ready'> | MintStateFor<'insufficient_funds'>
  network: Network
  isBusy?: boolean
  onQuantity: (quantity: number) => void
  onPhase: (phaseId: number) => void
}

/** Quantity and phase controls. */
export function MintChoice({
  state,
  network,
  onQuantity,
  onPhase,
  isBusy = false,
}: ChoiceProps) {
  const { phase, others, quantity, most } = state.params
  const limit = state.code === 'ready' ? limitSentence(phase) : null
  const open = [phase, ...others].sort((a, b) => a.phaseId - b.phaseId)
  return (
    <>
      {others.length > 0 && (
        <Segmented
          label="Phase to mint in"
          isSmall
          value={String(phase.phaseId)}
          segments={open.map((each) => ({
            value: String(each.phaseId),
            label: `${isolateText(each.title)}, ${priceText(each.priceWei, network)}`,
          }))}
          onChange={(id) => onPhase(Number(id))}
        />
      )}
      <div className="mint-quantity">
        <b>Quantity</b>
        <Stepper
          label="Quantity"
          value={quantity}
          max={most}
          isDisabled={isBusy}
          onChange={(next) => onQuantity(next)}
        />
      </div>
      {limit && <p className="small muted limit">{limit}</p>}
    </>
  )
}

/** Details between message and button. */
export function MintDetails(props: DetailProps) {
  const { state } = props
  switch (state.code) {
    case 'pending_tx':
      return state.params.step === 'wallet' ? (
        <StepsInWallet {...props} state={state} />
      ) : (
        <StepsOnChain {...props} state={state} />
      )
    case 'success':
      return <NewPrints {...props} state={state} />
    case 'not_eligible':
      return <LaterPhases {...props} phases={state.params.later.slice(0, 1)} />
    case 'wallet_limit':
    case 'phase_sold_out':
      return (
        <LaterPhases {...props} phases={state.params.next ? [state.params.next] : []} />
      )
    case 'insufficient_funds':
      return <FundsNeeded {...props} state={state} />
    case 'ready':
      return <PriceRows {...props} mint={state.params} />
    case 'not_started': {
      const { place } = state.params
      return place && <PlaceRows {...props} phase={place} />
    }
    default:
      return null
  }
}

type PricedMint = Pick<
  MintStateFor<'ready'>['params'],
  'phase' | 'quantity' | 'totalWei' | 'networkFeeWei'
>

function PriceRows(props: DetailProps & { mint: PricedMint }) {
  const { network, collection, mint } = props
  const { phase, quantity, networkFeeWei } = mint
  const coin = network.native_currency
  const mintFeeWei = BigInt(collection.mint_fee_wei)
  const shown = shownTotal(mint)
  const about = props.isFeeRough ? 'about ' : ''
  return (
    <dl className="price-rows">
      {listPriceParts({ priceWei: phase.priceWei, mintFeeWei, quantity }, coin).map(
        ({ name, amount }) => (
          <Row key={name} name={name}>
            {amount}
          </Row>
        ),
      )}
      <Row name="Network fee, estimate">
        {networkFeeWei === null || shown.networkFeeWei === null ? (
          '–'
        ) : (
          <>
            {about}
            <Amount wei={networkFeeWei} shownWei={shown.networkFeeWei} coin={coin} />
          </>
        )}
      </Row>
      <Row name="Total" className="total">
        {about + formatAmount(shown.wholeWei, coin)}
        {props.rate !== null && (
          <small>{formatUsdUp(shown.wholeWei, props.rate, coin.decimals)}</small>
        )}
      </Row>
    </dl>
  )
}

/** Price of the phase that opens next to this wallet, as it is shown once it is open. */
function PlaceRows(props: DetailProps & { phase: OfferedPhase }) {
  const { collection, phase } = props
  const totalWei = mintTotal(phase.priceWei, BigInt(collection.mint_fee_wei), 1)
  return (
    <PriceRows {...props} mint={{ phase, quantity: 1, totalWei, networkFeeWei: null }} />
  )
}

function FundsNeeded({
  network,
  state,
}: DetailProps & { state: MintStateFor<'insufficient_funds'> }) {
  const { quantity } = state.params
  const { balanceWei, missingWei } = state.params
  const shown = shownFunds(state.params)
  const coin = network.native_currency
  return (
    <dl className="funds-needed">
      <Row name={`Needed for ${formatCount(quantity)}, with all fees`}>
        <Amount wei={balanceWei + missingWei} shownWei={shown.neededWei} coin={coin} />
      </Row>
      <Row name={`You have on ${network.name}`}>
        <Amount wei={balanceWei} shownWei={shown.balanceWei} coin={coin} />
      </Row>
      <Row name="Missing" className="short">
        <Amount wei={missingWei} shownWei={shown.missingWei} coin={coin} />
      </Row>
    </dl>
  )
}

function Row(props: { name: string; className?: string; children: ReactNode }) {
  return (
    <div className={props.className}>
      <dt>{props.name}</dt>
      <dd translate="no">{props.children}</dd>
    </div>
  )
}

type StepsProps = DetailProps & { state: MintStateFor<'pending_tx'> }

function StepsInWallet({ wallet, network }: StepsProps) {
  const name = wallet?.name ?? 'your wallet'
  return (
    <ol className="mint-steps">
      <li>
        <Spinner />
        <span>Waiting for you in {name}</span>
      </li>
      <li className="wait">
        <i className="mint-dot" />
        <span>Sending to {network.name}</span>
      </li>
      <li className="wait">
        <i className="mint-dot" />
        <span>Waiting for confirmation</span>
      </li>
      <li className="mint-unopened">
        <details className="small">
          <summary>Wallet did not open?</summary>
          Open {name} yourself to find the request.
        </details>
      </li>
    </ol>
  )
}

function StepsOnChain({ state, wallet, network }: StepsProps) {
  const { hash, sentAt, step } = state.params
  if (step === 'wallet') return null
  return (
    <ol className="mint-steps">
      <li>
        <Icon name="check" size={16} />
        <span>Confirmed in {wallet?.name ?? 'your wallet'}</span>
      </li>
      {step === 'sent' && (
        <li>
          <Icon name="check" size={16} />
          <span>Sent to {network.name}</span>
          {hash && <small title={hash}>{shortAddress(hash)}</small>}
        </li>
      )}
      <li>
        <Spinner />
        <span>{waitingMessage(step)}</span>
        <Elapsed since={sentAt} />
      </li>
    </ol>
  )
}

/** Elapsed time by the clock that dated the sending. */
function Elapsed({ since }: { since: number | null }) {
  useNow()
  const seconds = since === null ? 0 : Math.floor((Date.now() - since) / 1000)
  return seconds > 0 ? <small>{formatCount(seconds)} s</small> : null
}

function NewPrints({
  state,
  collection,
}: DetailProps & { state: MintStateFor<'success'> }) {
  const { tokenIds, quantity } = state.params
  const isEdition = collection.kind === 'edition'
  const ids = isEdition ? ['1'] : tokenIds.slice(0, 4)
  const times = isEdition && quantity > 1 ? ` × ${quantity}` : ''
  // Three or four stand in one row: the panel must not outgrow the art beside it.
  const isRow = ids.length > 2
  const tokens = useMintedTokens(collection, isEdition ? [] : ids)
  return (
    <div className={`new-prints ${isRow ? 'in-row' : ids.length === 1 ? 'is-one' : ''}`}>
      {ids.map((id) => {
        // The collection's picture stands in until the API has the token.
        const token = tokens.find(({ token_id }) => token_id === id)
        const { image, animation_url } = token ?? collection
        const name = isEdition
          ? collection.name + times
          : (token?.name ?? `${collection.name} #${id}`)
        return (
          <figure key={id}>
            <div className="mat">
              <PlayableArt
                key={image.url}
                animationUrl={animation_url}
                posterUrl={image.medium_url}
                name={name}
              >
                <PlatePicture
                  picture={image}
                  alt=""
                  sizes={isRow ? '80px' : ids.length === 1 ? '360px' : '160px'}
                  fallback={collectionPlateUrl(collection)}
                />
              </PlayableArt>
            </div>
            <figcaption>
              <Link className="link" href={`${collectionHref(collection)}?token=${id}`}>
                {isRow ? (
                  <>
                    <span className="hide">{collection.name} </span>#{id}
                  </>
                ) : (
                  name
                )}
              </Link>
            </figcaption>
          </figure>
        )
      })}
    </div>
  )
}

type NoteProps = {
  note: string | null
  network: Network
  balanceWei: bigint | null
  referrer: string | null
  rejectionNote: string | null
}

/** Note below the button of a ready mint: balance, and the referrer's reward. */
export function ReadyNote({
  note,
  network,
  balanceWei,
  referrer,
  rejectionNote,
}: NoteProps) {
  const sent = referrer ? (
    <>
      <AccountName address={referrer} /> referred you and gets 20% of the mint fee. You
      pay the same.
    </>
  ) : (
    rejectionNote
  )
  return (
    <>
      {balanceWei !== null && (
        <>
          You have{' '}
          <Amount wei={balanceWei} coin={network.native_currency} rounding="down" /> on{' '}
          {network.name}.{' '}
        </>
      )}
      {sent ?? note}
    </>
  )
}
