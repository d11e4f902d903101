import { parseAddress } from '@platemark/rules/parse-address'
import * as z from 'zod'

/** Error of the configuration; its message has one sentence per mistake. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
}

export function wholeNumber(least: number, most: number = Number.MAX_SAFE_INTEGER) {
  const sentence = `Enter a whole number${most === Number.MAX_SAFE_INTEGER ? ` from ${least}` : ` from ${least} to ${most}`}.`
  return z.int(sentence).min(least, sentence).max(most, sentence)
}

/** Number of seconds, fractions included. */
export function seconds() {
  const sentence = 'Enter a number of seconds above 0.'
  return z.number(sentence).positive(sentence).max(3600, 'At most 3600 seconds.')
}

export function webAddress() {
  return z
    .string('Enter an http or https address.')
    .refine(
      (url) => /^https?:\/\//.test(url) && URL.canParse(url),
      'Enter an http or https address.',
    )
}

/** https address of an item at a market, with `{contract}` and `{token}` for what they stand for. */
export function itemAddress() {
  return z
    .string('Enter an https address with {contract} and {token}.')
    .max(300, 'At most 300 characters.')
    .refine(
      (text) => isSecure(text) && text.includes('{contract}') && text.includes('{token}'),
      'Enter an https address with {contract} and {token}.',
    )
}

export function contractAddress() {
  return z
    .templateLiteral(['0x', z.string()], 'Enter an address: 0x and 40 hex digits.')
    .refine(
      (text) => parseAddress(text) !== null,
      'Enter an address: 0x and 40 hex digits, with the letters as they were.',
    )
}

export function instant() {
  return z.iso.datetime('Enter a UTC time, like 2026-01-31T18:00:00Z.')
}

/** E-mail address, or https address of a contact page. */
export function contact() {
  const sentence = 'Enter an e-mail address or an https address.'
  return z
    .string(sentence)
    .max(200, 'At most 200 characters.')
    .refine(
      (text) => /^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(text) || isSecure(text),
      sentence,
    )
}

function isSecure(text: string): boolean {
  return /^https:\/\/\S+$/.test(text) && URL.canParse(text)
}

/** Returns whether a text is an http or https address without a path or user. */
export function isOrigin(url: string): boolean {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) return false
  const { pathname, search, hash, username } = new URL(url)
  return pathname === '/' && !search && !hash && !username
}
