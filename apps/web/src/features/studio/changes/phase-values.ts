import { formatUnits } from '@platemark/rules/amounts'
import type { PublicTerms } from '@platemark/rules/collection-changes'
import { NEVER_ENDS } from '@platemark/rules/collection-state'
import { NO_WALLET_LIMIT } from '@platemark/rules/limits'
import { toZoneTime } from '@platemark/rules/zone-times'
import { parseCount, parsePrice } from '../../../lib/parse-amounts.ts'
import { findTimeProblems, readPhaseCap } from '../../../lib/phase-texts.ts'
import { type ChosenHour, chosenHour, readTypedTime } from '../../../lib/typed-time.ts'

/** Texts of the fields of a phase. */
export type PhaseTexts = {
  price: string
  start: string
  startHour: ChosenHour
  end: string
  endHour: ChosenHour
  hasEnd: boolean
  /** Empty: no limit, for the public phase alone. */
  limit: string
  /** Empty for the remaining supply. */
  cap: string
}

export type PhaseTextField = 'price' | 'start' | 'end' | 'limit' | 'cap'

/** Context in which the typed texts are read. */
export type PhaseReading = {
  zone: string
  coin: { decimals: number; symbol: string }
  mintFeeWei: bigint
  /** Most tokens of the collection; null: no limit. */
  maxSupply: number | null
  /** A phase of a list has an end and a limit. */
  isListed?: boolean
}

const DAY = 86_400

/** Returns the texts of terms; a collection without a public phase gets one of a week. */
export function toPhaseTexts(
  terms: PublicTerms,
  { zone, coin, isListed }: PhaseReading,
  now: number,
): PhaseTexts {
  const isNone = terms.end === 0
  const nextHour = Math.ceil(now / 3600) * 3600
  const start = isNone ? nextHour + DAY : terms.start
  const hasEnd = isNone || terms.end < NEVER_ENDS
  const end = isNone ? nextHour + 8 * DAY : hasEnd ? terms.end : start + 30 * DAY
  return {
    price: formatUnits(terms.priceWei, coin.decimals),
    start: toZoneTime(start, zone),
    startHour: chosenHour(start, zone),
    end: toZoneTime(end, zone),
    endHour: chosenHour(end, zone),
    hasEnd,
    limit:
      !isListed && (terms.walletLimit === 0 || terms.walletLimit >= NO_WALLET_LIMIT)
        ? ''
        : String(terms.walletLimit),
    cap: terms.supplyCap === 0 ? '' : String(terms.supplyCap),
  }
}

type ReadPhase =
  | { value: PublicTerms }
  | { problems: Partial<Record<PhaseTextField, string>> }

/** Reads the texts, or returns a sentence for each field that is wrong. */
export function readPhaseTexts(
  texts: PhaseTexts,
  { zone, coin, mintFeeWei, maxSupply, isListed }: PhaseReading,
  now: number,
): ReadPhase {
  const problems: Partial<Record<PhaseTextField, string>> = {}
  const price = parsePrice(texts.price, { ...coin, mintFeeWei })
  if ('problem' in price) problems.price = price.problem
  const start = readTypedTime(texts.start, texts.startHour, zone)
  const end = texts.hasEnd ? readTypedTime(texts.end, texts.endHour, zone) : undefined
  Object.assign(problems, findTimeProblems(start, end, now))
  const limit =
    texts.limit.trim() === '' && !isListed
      ? { value: NO_WALLET_LIMIT }
      : parseCount(texts.limit, 'how many one wallet can mint', NO_WALLET_LIMIT)
  if ('problem' in limit) problems.limit = limit.problem
  const cap = readPhaseCap(texts.cap, maxSupply)
  if ('problem' in cap) problems.cap = cap.problem
  if (Object.keys(problems).length > 0) return { problems }
  if (!('value' in price && 'value' in limit && 'value' in cap)) return { problems }
  return {
    value: {
      priceWei: price.value,
      // Safe: a time that is no number is a problem.
      start: start as number,
      end: (end ?? NEVER_ENDS) as number,
      walletLimit: limit.value,
      supplyCap: cap.value ?? 0,
    },
  }
}
