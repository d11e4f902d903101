import { startLow } from './first-letter.ts'
import type { MintAction, MintState, Unavailable } from './mint-state-types.ts'
import { namePhase } from './phase-name.ts'
import { PUBLIC_PHASE_ID } from './states.ts'

/** Names for the sentences, and the formats of amounts and times. */
export type MessageContext = {
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
  /** Some phase is for an allowlist. */
  hasAllowlist: boolean
  /** When a paused collection was paused, in unix seconds; null where unknown. */
  pausedAt?: number | null
  /** The time of the last mint of a sold-out collection; null where unknown. */
  soldOutAt?: number | null
  /** Wei to its exact amount with the unit. */
  amount(wei: bigint): string
  /** Wei paid to dollars, or null where the coin has no known value. */
  usd(wei: bigint): string | null
  /** Unix seconds to a day and time. */
  when(at: number): string
  /** The same without UTC beside the viewer's time. */
  shortWhen(at: number): string
  /** The coming phases stand below the message, with their times. */
  listsPhases: boolean
  /** A count with separators. */
  count(value: number): string
}

export type MintMessages = {
  title: string
  text: string
  primary: string | null
  secondary: string | null
  /** Stands below the button. */
  note: string | null
}

/**
 * Returns the messages of a state without a known wallet, in English; `walletMessages` has those
 * of all states.
 */
export function disconnectedMessages(
  state: MintState,
  context: MessageContext,
): MintMessages {
  const { title, text, note = null } = sentences(state, context)
  return {
    title,
    text,
    primary: disconnectedActionMessages(state, state.primary, context),
    secondary: disconnectedActionMessages(state, state.secondary, context),
    note,
  }
}

/** Returns the label of a button that needs no wallet; null for no button. */
export function disconnectedActionMessages(
  state: MintState,
  action: MintAction,
  { creator, count }: MessageContext,
): string | null {
  switch (action) {
    case 'retry':
      return 'Try again now'
    case 'see_phases':
      return 'See all phases'
    case 'see_more_by_creator':
      return `More by ${creator}`
    case 'see_changes':
      return 'See the change log'
    case 'see_prints': {
      const many = state.code === 'ended' ? state.params.minted : 0
      const all = state.code === 'sold_out' ? state.params.maxSupply : many
      return all === 1 ? 'See the item' : `See all ${count(all)} items`
    }
    case 'add_to_calendar':
      return 'Add to calendar'
    case 'connect':
      return 'Connect Wallet'
    case 'wait':
      return 'Checking'
    default:
      return null
  }
}

type Sentences = { title: string; text: string; note?: string | null }

function sentences(state: MintState, context: MessageContext): Sentences {
  const { creator, network, count, when } = context
  switch (state.code) {
    case 'unavailable':
      return unavailable(state.params.reason, context)
    case 'paused':
      return {
        title: 'Minting is paused',
        text: `${creator} paused it${context.pausedAt ? ` on ${when(context.pausedAt)}` : ''}.${context.hasAllowlist ? ' Allowlist spots are kept.' : ''} This panel updates when minting resumes.`,
      }
    case 'sold_out':
      return soldOut(state.params.maxSupply, context)
    case 'ended': {
      const { minted, endedAt } = state.params
      const of = context.maxSupply === null ? '' : ` of ${count(context.maxSupply)}`
      const rest =
        minted > 0
          ? `Browse all items, or see more by ${creator}.`
          : `See more by ${creator}.`
      return {
        title: 'Minting has ended',
        text: `The last phase closed on ${when(endedAt)} with ${count(minted)}${of} minted. ${rest}`,
      }
    }
    case 'no_phase':
      return {
        title: 'No mint date yet',
        text: `${creator} has not announced a phase yet. It will appear here and in the change log.`,
      }
    case 'not_started':
      return notStarted(state.params, context)
    case 'disconnected':
      return {
        title: 'Connect to mint',
        text: 'Connect your wallet to see if you can mint.',
        note: 'Connecting only shares your address. Nothing is spent.',
      }
    case 'checking':
      return {
        title: 'Checking eligibility',
        text: `Reading your lists and limits from ${network}. This takes a second or two.`,
      }
    default:
      return { title: '', text: '' }
  }
}

function soldOut(
  maxSupply: number,
  { creator, soldOutAt, count, when }: MessageContext,
): Sentences {
  const isOnly = maxSupply === 1
  const verb = isOnly ? 'Minted' : 'Sold out'
  const end = soldOutAt ? `${verb} on ${when(soldOutAt)}. ` : ''
  const prints = isOnly ? 'Look at it' : 'Browse all items'
  return {
    title: isOnly ? 'The only item is minted' : `All ${count(maxSupply)} are minted`,
    text: `${end}${prints}, or see more by ${creator}.`,
  }
}

function unavailable(
  reason: Unavailable,
  { network, collection }: MessageContext,
): Sentences {
  switch (reason) {
    case 'network':
      return {
        title: `${network} is not answering`,
        text: `Prices cannot be checked right now. Trying again every 10 seconds. This panel opens when ${network} answers.`,
      }
    case 'not_indexed':
      return {
        title: 'Still being indexed',
        text: 'This collection is new. You can mint here within a minute.',
      }
    case 'blocked':
      return {
        title: 'Not offered here',
        text: `This site does not offer this collection. Its contract on ${network} is unchanged.`,
      }
    case 'unreadable':
      return {
        title: 'Cannot be minted here',
        text: `This site could not read an event of this collection, so what it shows may be wrong. The contract on ${network} is unchanged.`,
      }
    case 'too_often':
      return {
        title: 'Too many requests',
        text: 'Trying again automatically. This panel opens once the site responds.',
      }
    case 'lists':
      return {
        title: 'The list cannot be read',
        text: `This site is not responding, so it cannot check if this wallet is on a list of ${collection}. Trying again every 10 seconds.`,
      }
  }
}

function notStarted(
  params: Extract<MintState, { code: 'not_started' }>['params'],
  context: MessageContext,
): Sentences {
  const { next, later } = params
  const title = openingTitle(next, context)
  const open = later.find(({ phaseId }) => phaseId === PUBLIC_PHASE_ID)
  if (open === next) return { title, text: 'It is open to everyone.' }
  const day = open && !context.listsPhases ? ` on ${context.when(open.start)}` : ''
  const wait = open ? `, or wait for ${startLow(namePhase(open.title))}${day}` : ''
  return { title, text: `Connect your wallet to see if you are on a list${wait}.` }
}

/** Returns when a phase opens. On a line of its own, the time adds no line in any zone. */
export function openingTitle(
  { title, start }: { title: string; start: number },
  { shortWhen }: MessageContext,
): string {
  return `${namePhase(title)} opens on\n${shortWhen(start)}`
}

/** Returns what a mint that the wallet confirmed waits for. */
export function waitingMessage(step: 'sent' | 'unseen'): string {
  return step === 'sent'
    ? 'Waiting for confirmation'
    : 'Waiting for your wallet to send it'
}
