import { roundToGwei } from './amounts.ts'
import { startHigh } from './first-letter.ts'
import {
  disconnectedActionMessages,
  disconnectedMessages,
  type MessageContext,
  type MintMessages,
  openingTitle,
} from './mint-messages.ts'
import type { OfferedPhase } from './mint-phase.ts'
import type { MintAction, MintState } from './mint-state-types.ts'
import { namePhase } from './phase-name.ts'
import { shownFunds, shownTotal } from './price.ts'
import type { ReferrerRejection } from './referrer.ts'
import { PUBLIC_PHASE_ID } from './states.ts'

/** Returns the messages of any state of the mint panel for a known wallet, in English. */
export function walletMessages(state: MintState, context: MessageContext): MintMessages {
  const still = disconnectedMessages(state, context)
  return {
    ...still,
    ...sentences(state, context),
    primary: actionMessage(state, state.primary, context),
    secondary: actionMessage(state, state.secondary, context),
  }
}

/** Returns why no account gets the share of a link; `link` is the kind of its `?ref=`. */
export function unconfirmedMessages(link: ReferrerRejection): string {
  switch (link) {
    case 'invalid':
      return "This referral link isn't valid. Your price doesn't change."
    case 'own':
      return "This referral link is your own, so it earns nothing. Your price doesn't change."
    default:
      return "This referral link is the creator's, so it earns nothing. Your price doesn't change."
  }
}

/** Returns the note of a panel that reads the chain because the API is down. */
export function chainReadMessages(network: string): string {
  return `This site is not answering, so this panel reads ${network} itself. Minting works as always.`
}

type Sentences = { title: string; text: string; note?: string | null }

function sentences(state: MintState, context: MessageContext): Sentences | undefined {
  const { collection, network, count } = context
  switch (state.code) {
    case 'pending_tx':
      if (state.params.step === 'wallet') {
        const { totalWei, isLate } = state.params
        if (isLate) {
          return {
            title: `${startHigh(context.wallet)} has not answered`,
            text: 'Open it and look for a request. You can stop waiting, but the mint is still sent if you confirm it there later.',
          }
        }
        return {
          title: `Confirm in ${context.wallet}`,
          text: `${walletTotalMessage(totalWei, context)} Close it and nothing is sent.`,
        }
      }
      if (state.params.step === 'unseen') {
        return {
          title: `Minting ${count(state.params.quantity)}`,
          text: `No node of ${network} has seen this transaction yet. ${startHigh(context.wallet)} may wait for other signatures. The mint shows here once it arrives.`,
        }
      }
      return {
        title: `Minting ${count(state.params.quantity)}`,
        text: `${network} usually takes a few seconds. You can close this page and it will find your mint again.`,
      }
    case 'success':
      return success(state.params, context)
    case 'not_started':
      return state.params.place ? placed(state.params, context) : undefined
    case 'needs_sign_in':
      return {
        title: 'Sign in, or mint without',
        text: 'Signing a free message proves that this wallet is yours and moves nothing. Minting never needs it.',
      }
    case 'wrong_chain':
      if (state.primary === 'use_another_wallet') {
        return {
          title: 'Connect another wallet',
          text: `${context.wallet} wallets work on ${context.walletNetwork} only. Connect another wallet to mint on ${network}.`,
        }
      }
      return {
        title: `Your wallet is on ${context.walletNetwork}`,
        text: `${collection} is on ${network}. Switch networks to mint.`,
      }
    case 'not_eligible':
      return notEligible(state.params, context)
    case 'wallet_limit': {
      const { phase, next } = state.params
      const used = `This wallet has minted ${phase.used} of ${phase.allowed}`
      return {
        title: `You've reached the limit (${phase.allowed})`,
        text: next
          ? `${used} in ${phase.title}. In ${next.title} you can mint ${roomIn(next)} more:`
          : `${used}, all that ${collection} allows. Your items are in your wallet.`,
      }
    }
    case 'phase_sold_out': {
      const { phase, next, left } = state.params
      const supply = phase.maxSupply ?? phase.minted
      const all =
        supply === 1
          ? 'The only item of this phase is minted'
          : `All ${count(supply)} of this phase are minted`
      const rest =
        next?.phaseId === PUBLIC_PHASE_ID && left !== null
          ? `The remaining ${count(left)} open to everyone:`
          : `The rest opens in ${next?.title}:`
      return {
        title: `${namePhase(phase.title)} is sold out`,
        text: next ? `${all}. ${rest}` : `${all}.`,
      }
    }
    case 'insufficient_funds':
      return shortOfFunds(state.params, context)
    case 'ready':
      return {
        title: '',
        text: '',
        note:
          state.params.quantity > 1
            ? 'If fewer are left by then, you get those and are refunded for the rest.'
            : null,
      }
    default:
      return undefined
  }
}

/** Wallets show the amount that is sent, and the network fee beside it. */
function walletTotalMessage(totalWei: bigint | null, { amount }: MessageContext): string {
  if (totalWei === null) return 'Check the amount in your wallet, then confirm.'
  return totalWei === 0n
    ? 'Check that your wallet shows only the network fee, then confirm.'
    : `Check that your wallet shows ${amount(totalWei)} plus the network fee, then confirm.`
}

function success(
  params: Extract<MintState, { code: 'success' }>['params'],
  { collection, network, amount, usd, isEdition }: MessageContext,
): Sentences {
  const { quantity, requested, tokenIds, spentWei, returnedWei } = params
  const numbers = tokenIds.map((id) => `#${id}`)
  const named = isEdition
    ? `${quantity} ${collection}`
    : numbers.length > 3
      ? `${numbers[0]} to ${numbers.at(-1)}`
      : listed(numbers)
  const title = `${named} ${quantity === 1 ? 'is' : 'are'} yours`
  if (quantity < requested) {
    const was = quantity === 1 ? 'was' : 'were'
    return {
      title,
      text: `Only ${quantity} ${was} left when your mint arrived, so ${amount(returnedWei)} was refunded to your wallet.`,
    }
  }
  // As the total before the mint was shown.
  const paidWei = roundToGwei(spentWei)
  const worth = usd(paidWei)
  return {
    title,
    text: `In your wallet on ${network}. You paid ${amount(paidWei)}${worth ? ` (${worth})` : ''} including fees.`,
  }
}

function placed(
  { next, place }: Extract<MintState, { code: 'not_started' }>['params'],
  context: MessageContext,
): Sentences | undefined {
  if (!place) return undefined
  const { when, collection } = context
  if (place !== next) {
    const title =
      place.phaseId === PUBLIC_PHASE_ID
        ? `${place.title} will be open to you`
        : `You are on the list for ${place.title}`
    return {
      title,
      text: `${namePhase(next.title)} comes first. Your turn starts ${when(place.start)}.`,
    }
  }
  const many =
    place.allowed - place.used > 50 ? 'as many as you like' : `${roomIn(place)}`
  return {
    title:
      place.phaseId === PUBLIC_PHASE_ID
        ? openingTitle(next, context)
        : 'You are on the list',
    text: `You can mint ${many} of ${collection} in ${place.title} from ${when(place.start)}. Add it to your calendar, or leave this page open.`,
  }
}

function notEligible(
  params: Extract<MintState, { code: 'not_eligible' }>['params'],
  { address, collection }: MessageContext,
): Sentences {
  const [next] = params.later
  const name = params.phase.title
  const title = `Not on the ${/list$/i.test(name) ? name : `${name} list`}`
  if (next) {
    return {
      title,
      text: `This wallet, ${address}, is not on it, but ${next.title} is open to you:`,
    }
  }
  return {
    title,
    text: `This wallet, ${address}, is on no list of ${collection}, and no public phase is planned. Try another wallet?`,
  }
}

function shortOfFunds(
  params: Extract<MintState, { code: 'insufficient_funds' }>['params'],
  { network, amount, symbol, isDemoNetwork }: MessageContext,
): Sentences {
  const title = `${amount(shownFunds(params).missingWei)} short`
  if (isDemoNetwork) {
    return {
      title,
      text: `${network} is a demo network, so you can get free test funds.`,
    }
  }
  const fewer = params.affordable > 0 ? `, or mint ${params.affordable}` : ''
  return {
    title,
    text: `Your wallet on ${network} does not hold enough for ${params.quantity}. Bring some ${symbol} over${fewer}.`,
  }
}

function actionMessage(
  state: MintState,
  action: MintAction,
  context: MessageContext,
): string | null {
  switch (action) {
    case 'view_transaction':
      return state.code === 'pending_tx' &&
        state.params.step === 'sent' &&
        state.params.hash &&
        context.hasExplorer
        ? 'View transaction'
        : null
    case 'share':
      return 'Share'
    case 'mint_more':
      return 'Mint more'
    case 'view_prints':
      return state.code === 'success' ? 'View items' : 'View your items'
    case 'add_to_calendar':
      return calendarMessage(state)
    case 'sign_in':
      return 'Sign in'
    case 'mint_without_account':
      return 'Mint without signing in'
    case 'switch_chain':
      return `Switch to ${context.network}`
    case 'stop_waiting':
      return 'Stop waiting'
    case 'use_another_wallet':
      return state.code === 'wrong_chain' ? 'Choose another wallet' : 'Use another wallet'
    case 'get_funds':
      return context.isDemoNetwork
        ? `Get test ${context.symbol}`
        : `Bridge ${context.symbol} to ${context.network}`
    case 'mint_fewer':
      return state.code === 'insufficient_funds'
        ? mintFewerMessage(state.params, context)
        : null
    case 'mint':
      return state.code === 'ready'
        ? `Mint ${context.count(state.params.quantity)}`
        : null
    default:
      return disconnectedActionMessages(state, action, context)
  }
}

/** Returns the label of a mint of the affordable quantity, with its total. */
function mintFewerMessage(
  params: Extract<MintState, { code: 'insufficient_funds' }>['params'],
  { amount, count }: MessageContext,
): string {
  const { affordable, totalWei, quantity, networkFeeWei } = params
  const priceWei = (totalWei / BigInt(quantity)) * BigInt(affordable)
  const { wholeWei } = shownTotal({ totalWei: priceWei, networkFeeWei })
  return `Mint ${count(affordable)} for ${amount(wholeWei)}`
}

function calendarMessage(state: MintState): string {
  if (state.code === 'not_eligible' && state.params.later[0]) {
    return `Add ${state.params.later[0].title} to calendar`
  }
  if (state.code === 'wallet_limit' || state.code === 'phase_sold_out') {
    return `Add ${state.params.next?.title ?? 'it'} to calendar`
  }
  return 'Add to calendar'
}

function roomIn(phase: OfferedPhase): number {
  return Math.max(phase.allowed - phase.used, 0)
}

function listed(words: readonly string[]): string {
  if (words.length < 2) return words.join('')
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
