import type { MintAction, MintState, OfferedPhase } from './mint-state.ts'
import { PUBLIC_PHASE_ID } from './states.ts'

/** What the sentences name, and how amounts and times are written where they are read. */
export type MintSpeech = {
  collection: string
  creator: string
  network: string
  isDemoNetwork: boolean
  hasExplorer: boolean
  /** Symbol of the network's coin. */
  symbol: string
  /** Name of the connected wallet's program, like "Rabby Wallet". */
  wallet: string
  /** The connected address, shortened. */
  address: string
  /** Name of the network the wallet is on. */
  walletNetwork: string
  isEdition: boolean
  maxSupply: number | null
  /** Wei to an amount with its unit. */
  amount(wei: bigint): string
  /** Wei to dollars, or null where the coin has no known value. */
  usd(wei: bigint): string | null
  /** Unix seconds to a day and time. */
  when(at: number): string
  /** A count with separators. */
  count(value: number): string
}

export type MintWords = {
  title: string
  text: string
  primary: string | null
  secondary: string | null
  /** Stands below the button. */
  note: string | null
}

/** The words of one state of the mint panel, in English. */
export function mintWords(state: MintState, speech: MintSpeech): MintWords {
  const { title, text, note = null } = sentences(state, speech)
  return {
    title,
    text,
    primary: actionWords(state, state.primary, speech),
    secondary: actionWords(state, state.secondary, speech),
    note,
  }
}

type Sentences = { title: string; text: string; note?: string | null }

function sentences(state: MintState, speech: MintSpeech): Sentences {
  const { collection, creator, network, count, when } = speech
  switch (state.code) {
    case 'unavailable':
      return unavailable(state.params.reason, speech)
    case 'paused':
      return {
        title: 'Minting is paused',
        text: `${creator} paused it; your place on a list stays, and this panel opens by itself.`,
      }
    case 'pending_tx':
      if (state.params.step === 'wallet') {
        return {
          title: `Confirm in ${speech.wallet}`,
          text: 'It shows the same total; check it there and confirm, or close it and nothing is sent.',
        }
      }
      return {
        title: `Minting ${count(state.params.quantity)}`,
        text: `${network} usually takes a few seconds; you can close this page and it will find your mint again.`,
      }
    case 'success':
      return success(state.params, speech)
    case 'sold_out':
      return {
        title: `All ${count(state.params.maxSupply)} are minted`,
        text: 'The last one is gone; you can look at more by the same hand.',
      }
    case 'ended': {
      const { minted, endedAt } = state.params
      const of = speech.maxSupply === null ? '' : ` of ${count(speech.maxSupply)}`
      return {
        title: 'Minting has ended',
        text: `The last phase closed on ${when(endedAt)} with ${count(minted)}${of} minted; you can look at more by the same hand.`,
      }
    }
    case 'no_phase':
      return {
        title: 'No mint date yet',
        text: `${creator} has set no phase so far; when one is set, it appears here.`,
      }
    case 'not_started':
      return notStarted(state.params, speech)
    case 'disconnected':
      return {
        title: 'Connect to mint',
        text: 'Connect a wallet to see which phases you can enter; looking needs none.',
        note: 'Connecting shares your address and moves nothing.',
      }
    case 'needs_sign_in':
      return {
        title: 'Sign in, or mint without',
        text: 'Signing a free message proves that this wallet is yours and moves nothing; minting never needs it.',
      }
    case 'wrong_chain':
      return {
        title: `Switch to ${network}`,
        text: `Your wallet is on ${speech.walletNetwork} and ${collection} is on ${network}; one click asks your wallet to change.`,
      }
    case 'checking':
      return {
        title: 'Checking your place',
        text: `We are reading your lists and limits from ${network}; this takes a second or two.`,
      }
    case 'not_eligible':
      return notEligible(state.params, speech)
    case 'wallet_limit': {
      const { phase, next } = state.params
      const used = `This wallet has minted ${phase.used} of ${phase.allowed}`
      return {
        title: `You have your ${phase.allowed}`,
        text: next
          ? `${used} in ${phase.title}; ${next.title} gives you ${roomIn(next)} more:`
          : `${used}, all that ${collection} allows it; your prints are in your wallet.`,
      }
    }
    case 'phase_sold_out': {
      const { phase, next } = state.params
      const all = `All ${count(phase.maxSupply ?? phase.minted)} of this phase are minted`
      return {
        title: `${phase.title} is sold out`,
        text: next ? `${all}; what is left opens in ${next.title}:` : `${all}.`,
      }
    }
    case 'insufficient_funds':
      return shortOfFunds(state.params, speech)
    case 'ready':
      return {
        title: '',
        text: '',
        note:
          state.params.quantity > 1
            ? 'If fewer are left when your mint arrives, you get those and the rest comes back.'
            : null,
      }
  }
}

function unavailable(
  reason: 'network' | 'not_indexed' | 'blocked',
  { network }: MintSpeech,
): Sentences {
  if (reason === 'network') {
    return {
      title: `${network} is not answering`,
      text: `We show no price that we cannot check, so we ask again every 10 seconds and open this panel when ${network} replies.`,
    }
  }
  if (reason === 'not_indexed') {
    return {
      title: 'Still being read',
      text: 'This collection is new and we are still reading it; it opens here within a minute.',
    }
  }
  return {
    title: 'Not offered here',
    text: `This site does not offer this collection; its contract on ${network} is unchanged.`,
  }
}

function success(
  params: Extract<MintState, { code: 'success' }>['params'],
  { collection, network, amount, usd, isEdition }: MintSpeech,
): Sentences {
  const { quantity, asked, tokenIds, spentWei } = params
  const numbers = tokenIds.map((id) => `#${id}`)
  const named = isEdition
    ? `${quantity} ${collection}`
    : numbers.length > 3
      ? `${numbers[0]} to ${numbers.at(-1)}`
      : listed(numbers)
  const title = `${named} ${quantity === 1 ? 'is' : 'are'} yours`
  if (quantity < asked) {
    const was = quantity === 1 ? 'was' : 'were'
    return {
      title,
      text: `Only ${quantity} ${was} left when your mint arrived, so the rest of your payment came back to your wallet.`,
    }
  }
  const they = quantity === 1 ? 'It is' : 'They are'
  const worth = usd(spentWei)
  return {
    title,
    text: `${they} in your wallet on ${network} and cost ${amount(spentWei)} in all${worth ? `, ${worth}` : ''}.`,
  }
}

function notStarted(
  params: Extract<MintState, { code: 'not_started' }>['params'],
  { when, amount, collection }: MintSpeech,
): Sentences {
  const { next, place, later } = params
  const opens = `${next.title} opens on ${when(next.start)}`
  if (!place) {
    const open = later.find(({ phaseId }) => phaseId === PUBLIC_PHASE_ID)
    if (open === next) return { title: opens, text: 'It is open to everyone.' }
    const wait = open ? `, or wait for ${open.title} on ${when(open.start)}` : ''
    return { title: opens, text: `Connect a wallet to see if you are on a list${wait}.` }
  }
  if (place !== next) {
    const title =
      place.phaseId === PUBLIC_PHASE_ID
        ? `${place.title} is open to you`
        : `You are on the list for ${place.title}`
    return {
      title,
      text: `${next.title} opens first, for others; your turn is ${when(place.start)}.`,
    }
  }
  const many =
    place.allowed - place.used > 50 ? 'as many as you like' : `${roomIn(place)}`
  return {
    title: place.phaseId === PUBLIC_PHASE_ID ? opens : 'You are on the list',
    text: `You can mint ${many} of ${collection} in ${place.title} for ${priceOf(place, amount)} from ${when(place.start)}; add it to your calendar, or leave this page open.`,
  }
}

function notEligible(
  params: Extract<MintState, { code: 'not_eligible' }>['params'],
  { address, collection }: MintSpeech,
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
    text: `This wallet, ${address}, is on no list of ${collection} and no public phase is planned; another wallet of yours may be.`,
  }
}

function shortOfFunds(
  params: Extract<MintState, { code: 'insufficient_funds' }>['params'],
  { network, amount, symbol, isDemoNetwork }: MintSpeech,
): Sentences {
  const title = `${amount(params.missingWei)} short`
  if (isDemoNetwork) {
    return {
      title,
      text: `${network} is a demo network, so you can take test funds and go on.`,
    }
  }
  const fewer = params.affordable > 0 ? `, or mint ${params.affordable}` : ''
  return {
    title,
    text: `Your wallet on ${network} does not hold enough for ${params.quantity}; bring some ${symbol} over${fewer}.`,
  }
}

function actionWords(
  state: MintState,
  action: MintAction,
  speech: MintSpeech,
): string | null {
  switch (action) {
    case 'retry':
      return 'Try again now'
    case 'see_phases':
      return 'See all phases'
    case 'see_more_by_creator':
      return `More by ${speech.creator}`
    case 'view_transaction':
      return state.code === 'pending_tx' && state.params.hash && speech.hasExplorer
        ? 'View transaction'
        : null
    case 'share':
      return 'Share'
    case 'mint_more':
      return 'Mint more'
    case 'add_to_calendar':
      return calendarWords(state)
    case 'connect':
      return 'Connect Wallet'
    case 'sign_in':
      return 'Sign in'
    case 'mint_without_account':
      return 'Mint without signing in'
    case 'switch_chain':
      return `Switch to ${speech.network}`
    case 'wait':
      return 'Checking'
    case 'use_another_wallet':
      return 'Use another wallet'
    case 'get_funds':
      return speech.isDemoNetwork
        ? `Get test ${speech.symbol}`
        : `Bridge ${speech.symbol} to ${speech.network}`
    case 'mint_fewer':
      return state.code === 'insufficient_funds'
        ? `Mint ${state.params.affordable} instead`
        : null
    case 'mint':
      return state.code === 'ready' ? `Mint ${speech.count(state.params.quantity)}` : null
    case 'none':
      return null
  }
}

function calendarWords(state: MintState): string {
  if (state.code === 'not_eligible' && state.params.later[0]) {
    return `Add ${state.params.later[0].title} to calendar`
  }
  if (state.code === 'wallet_limit' || state.code === 'phase_sold_out') {
    return `Add ${state.params.next?.title ?? 'it'} to calendar`
  }
  return 'Add to calendar'
}

/** How a refused or failed mint is told; undefined for an error without a sentence. */
export function refusalSentence(
  error: string,
  { phase, network }: { phase: { title: string; allowed: number }; network: string },
  wasSent: boolean,
): string | undefined {
  const reason = wasSent ? failedReasons(phase)[error] : refusedReasons(phase)[error]
  if (!reason) return undefined
  return wasSent
    ? `The mint failed on ${network}: ${reason}; only the network fee was spent.`
    : reason
}

type Reasons = Partial<Record<string, string>>

function refusedReasons({ title, allowed }: { title: string; allowed: number }): Reasons {
  return {
    PhaseClosed: `${title} closed a moment ago; nothing was sent.`,
    WrongValue: 'The price just changed; check the new total and mint again.',
    WalletLimit: `This wallet already has its ${allowed}; nothing was sent.`,
    SoldOut: 'The last one went a moment ago; nothing was sent.',
    PhaseSoldOut: `The last one of ${title} went a moment ago; nothing was sent.`,
    BadProof: 'The list just changed and we have loaded the new one; please mint again.',
    BadTerms: 'The list just changed and we have loaded the new one; please mint again.',
    Paused: 'The creator paused minting a moment ago; nothing was sent.',
    BadReferrer:
      'The link you came by belongs to this wallet or to the creator; mint again and it is left out.',
    BadRecipient: 'This wallet cannot hold these tokens; nothing was sent.',
    RefundFailed: 'This wallet cannot take change back; mint one at a time.',
    TooMany: 'That is more than one mint may hold; nothing was sent.',
  }
}

function failedReasons({ title, allowed }: { title: string; allowed: number }): Reasons {
  return {
    PhaseClosed: `${title} had just closed`,
    WrongValue: 'the price had just changed',
    WalletLimit: `this wallet already had its ${allowed}`,
    SoldOut: 'the last one had just gone',
    PhaseSoldOut: `the last one of ${title} had just gone`,
    BadProof: 'the list had just changed',
    Paused: 'the creator had just paused it',
  }
}

function roomIn(phase: OfferedPhase): number {
  return Math.max(phase.allowed - phase.used, 0)
}

function priceOf(phase: OfferedPhase, amount: (wei: bigint) => string): string {
  return phase.priceWei === 0n ? 'nothing' : `${amount(phase.priceWei)} each`
}

function listed(words: readonly string[]): string {
  if (words.length < 2) return words.join('')
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
