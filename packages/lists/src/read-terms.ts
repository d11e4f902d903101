import type { Unit } from './columns.ts'
import { isSpoiledNumber, spoiledSentence } from './resolve-account.ts'

/** Why a quantity or price cannot be used, and what was meant where that is certain. */
export type TermProblem = {
  code: 'decimal_comma' | 'price' | 'quantity' | 'spoiled'
  sentence: string
  fix?: string
}

/** The highest wallet limit of a phase. */
export const MAX_QUANTITY = 65_535

const numberWords = [
  ...['one', 'two', 'three', 'four', 'five', 'six'],
  ...['seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
]

/** Reads a quantity; null for an empty one, which is the phase's limit. */
export function describeQuantity(
  text: string,
  max = MAX_QUANTITY,
): number | null | TermProblem {
  if (text === '') return null
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (value >= 1 && value <= max) return value
  if (isSpoiledNumber(text)) return { code: 'spoiled', sentence: spoiledSentence }
  if (value > max || /^\d{10,}$/.test(text)) {
    const sentence = `The quantity can be ${max.toLocaleString('en')} at most`
    return { code: 'quantity', sentence }
  }
  const sentence = 'The quantity must be a whole number, 1 or more'
  const fix = guessQuantity(text)
  return { code: 'quantity', sentence, ...(fix && { fix }) }
}

/** Returns the number that `two`, `2.0`, `x2` and `2 tokens` mean. */
function guessQuantity(text: string): string | undefined {
  const word = numberWords.indexOf(text.toLowerCase()) + 1
  if (word > 0) return String(word)
  const [, digits] =
    /^[x×]?\s*0*([1-9]\d{0,3})(?:[.,]0+)?\s*[x×]?\s*(?:tokens?|nfts?|items?|mints?)?$/i.exec(
      text,
    ) ?? []
  return digits
}

/** The contracts keep prices in 80 bits. */
const MAX_PRICE_WEI = 2n ** 80n - 1n
const GWEI = 10n ** 9n

/** Reads a price into wei, as digits; null for an empty one, which is the phase's price. */
export function describePrice(
  text: string,
  unit: Unit,
  decimals: number,
): string | null | TermProblem {
  if (text === '') return null
  if (isSpoiledNumber(text)) return { code: 'spoiled', sentence: spoiledSentence }
  return unit === 'wei' ? readWei(text) : readCoins(text, decimals)
}

function readWei(text: string): string | TermProblem {
  if (!/^\d+$/.test(text)) {
    const sentence =
      'A price in wei has digits only, such as 500000000000000. Name the column price for a price in coins'
    return { code: 'price', sentence }
  }
  return checkWei(BigInt(text), 'wei')
}

function readCoins(text: string, decimals: number): string | TermProblem {
  const [, whole = '', , fraction = ''] = /^(\d*)(\.(\d+))?$/.exec(text) ?? []
  if (whole === '' && fraction === '') return describeCoins(text)
  if (fraction.length > decimals) {
    const sentence = `The price has more than ${decimals} decimals`
    return { code: 'price', sentence }
  }
  return checkWei(BigInt(whole + fraction.padEnd(decimals, '0')), 'coin')
}

function describeCoins(text: string): TermProblem {
  if (/^\d*,\d+$/.test(text)) {
    const fix = text.replace(',', '.').replace(/^\./, '0.')
    return { code: 'decimal_comma', sentence: 'Write decimals with a point', fix }
  }
  const sentence = 'The price must be a number of coins, such as 0.002'
  const [, amount] = /^(\d+(?:\.\d+)?)\s*[a-z]{2,6}$/i.exec(text) ?? []
  return { code: 'price', sentence, ...(amount && { fix: amount }) }
}

function checkWei(wei: bigint, unit: Unit): string | TermProblem {
  if (wei > MAX_PRICE_WEI) {
    const hint = '. If it is in wei, name its column price_wei in the first line'
    const sentence = `This price is too high${unit === 'coin' ? hint : ''}`
    return { code: 'price', sentence }
  }
  if (wei % GWEI !== 0n) {
    const sentence = 'Prices are whole gwei: at most 9 decimals'
    return { code: 'price', sentence }
  }
  return wei.toString()
}
