import { formatCount, shortAddress } from './amounts.ts'
import { startLow } from './first-letter.ts'
import { openTerms, promises } from './promises.ts'
import { formatDuration } from './times.ts'

/** Fields of a draft on which its terms depend; money is wei, shares are basis points. */
export type TermFields = {
  name: string
  symbol: string
  kind: 'drop' | 'open_edition' | 'edition'
  max_supply: number | null
  is_transferable: boolean
  royalty_bps: number
  royalty_ceiling_bps: number
  royalty_receiver: 'owner' | 'split'
  notice_seconds: number
  art: 'one' | 'set'
  shown: string
}

/** Terms of a draft by whether they can change once it is deployed; a sentence each. */
export type ReviewTerms = {
  /** It can never change. */
  forEver: string[]
  /** It can change in one direction only. */
  stricter: string[]
  changeable: string[]
}

type Names = {
  network: string
  /** Wei to an amount with its unit. */
  amount(wei: bigint): string
  /** Commitment to the order of a hidden set; null while there is none. */
  commitment?: string | null
}

const kinds = {
  drop: 'Drop, ERC-721.',
  open_edition: 'Open edition, ERC-721.',
  edition: 'Edition, ERC-1155.',
}

/**
 * Sorts the terms of a draft by whether its contract lets them change. The mint fee in wei is
 * undefined while the network could not be read.
 */
export function sortTerms(
  fields: TermFields,
  mintFeeWei: bigint | undefined,
  { network, amount, commitment = null }: Names,
): ReviewTerms {
  const { name, symbol, kind, is_transferable, royalty_ceiling_bps, notice_seconds } =
    fields
  const isHidden = fields.art === 'set' && fields.shown === 'at_reveal'
  const notice = notice_seconds > 0 ? formatDuration(notice_seconds) : null
  const wait = notice ? `after ${notice}` : 'at once'
  const transfers = is_transferable
    ? promises.transfersAlways()
    : promises.transfersNever()
  return {
    forEver: [
      `Network ${network}.`,
      `Name ${name || 'not chosen yet'}, symbol ${symbol || 'not chosen yet'}.`,
      kinds[kind],
      `Transfers: ${startLow(transfers)}`,
      mintFeeWei === undefined
        ? 'Mint fee: not read yet, fixed at creation.'
        : `Mint fee: ${promises.mintFee(amount(mintFeeWei))}`,
      royalty_ceiling_bps === 0
        ? `Royalty: ${startLow(promises.royaltyNone())}`
        : `Royalty: never more than ${formatBps(royalty_ceiling_bps)}.`,
      ...(royalty_ceiling_bps > 0 ? [receiverTerm(fields)] : []),
      ...(isHidden && commitment ? [promises.orderFixed(shortAddress(commitment))] : []),
      notice ? `Notice of ${notice} for worse terms.` : 'No notice for changes.',
    ],
    stricter: [
      ...supplyTerms(fields),
      isHidden
        ? 'Pictures and texts of the items can be permanently frozen after the reveal.'
        : 'Pictures and texts of the items can be permanently frozen.',
    ],
    changeable: [
      notice
        ? `Phases and lists. ${promises.noticeWaits(notice).replace(' for you', ' for minters')}`
        : `Phases and lists. ${promises.noticeNone()}`,
      openTerms.pausing(),
      ...(royalty_ceiling_bps > 0
        ? [`Royalty, ${formatBps(fields.royalty_bps)} now, up to its ceiling.`]
        : []),
      `Payees, ${wait}.`,
      'Page texts, pictures and links.',
      'The owner: the contract can be handed over.',
    ],
  }
}

function receiverTerm({ royalty_receiver }: TermFields): string {
  return royalty_receiver === 'split'
    ? promises.royaltyToSplit()
    : promises.royaltyToOwner()
}

function supplyTerms({ max_supply }: TermFields): string[] {
  if (max_supply === null) return [openTerms.supply(), 'Supply can be frozen.']
  const most = formatCount(max_supply)
  return [`Supply: ${startLow(promises.supplyCapped(most))}`, 'Supply can be frozen.']
}

function formatBps(bps: number): string {
  return `${bps / 100}%`
}
