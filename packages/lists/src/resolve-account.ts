import { parseAddress } from '@platemark/rules/parse-address'

/** Why a text is no account: a sentence without its stop, and what was meant where that is certain. */
export type AccountProblem = {
  code:
    | 'checksum'
    | 'digits'
    | 'missing'
    | 'name'
    | 'no_address'
    | 'spoiled'
    | 'zero_address'
  sentence: string
  /** The address that is meant; null: the row can only be dropped. */
  fix?: string | null
}

const ZERO = '0x0000000000000000000000000000000000000000'

/** Purpose of an account, which ends the sentence about the zero address. */
export type AccountUse = 'mint' | 'be paid' | 'own a contract' | 'edit' | 'receive tokens'

/**
 * Resolves what a person wrote for an account: returns the address in lower case; one letter case
 * carries no checksum, mixed case is checked (EIP-55). What may be a registered name is a problem
 * `name`: who can read the registry looks it up (`useWrittenAccount` of the web app), and goes on
 * with the address.
 */
export function resolveAccount(
  written: string,
  use: AccountUse = 'mint',
): string | AccountProblem {
  const text = written.trim()
  const digits = /^0x([0-9a-f]*)$/i.exec(text)?.[1]
  if (digits?.length === 40) {
    const address = `0x${digits.toLowerCase()}`
    if (address === ZERO) {
      return {
        code: 'zero_address',
        sentence: `The zero address cannot ${use}`,
        fix: null,
      }
    }
    // One letter case has no checksum, which is slow to compute for long lists.
    const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
    if (!isMixed || parseAddress(`0x${digits}`)) return address
    return {
      code: 'checksum',
      sentence: 'Checksum does not match, one character is probably wrong',
    }
  }
  if (text === '') return { code: 'missing', sentence: 'The address is missing' }
  if (digits !== undefined) {
    const count = `${digits.length} digit${digits.length === 1 ? '' : 's'}`
    return { code: 'digits', sentence: `${count} after 0x, an address has 40` }
  }
  return describeOther(text)
}

function describeOther(text: string): AccountProblem {
  if (/^[0-9a-f]{40}$/i.test(text)) {
    const sentence = '0x is missing in front of the address'
    return { code: 'digits', sentence, fix: `0x${text}` }
  }
  const inside = text.match(/0x[0-9a-f]{40}(?![0-9a-f])/gi)
  if (inside?.length === 1) {
    const sentence = 'There is more than an address here'
    return { code: 'no_address', sentence, ...(inside[0] && { fix: inside[0] }) }
  }
  if (/^0x[0-9a-z]*(…|\.{2,})/i.test(text)) {
    const sentence = 'This address is shortened, enter all 40 digits'
    return { code: 'digits', sentence }
  }
  const foreign = /^0x[0-9a-f]*([^0-9a-f])/i.exec(text)?.[1]
  if (foreign) {
    const sentence = `“${foreign}” is not a digit of an address, use 0 to 9 and a to f`
    return { code: 'digits', sentence }
  }
  if (isSpoiledNumber(text)) return { code: 'spoiled', sentence: spoiledSentence }
  if (/^(?=.*\p{L})[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)*$/u.test(text)) {
    return { code: 'name', sentence: 'Names cannot be used here, enter the address' }
  }
  return { code: 'no_address', sentence: 'This is not an address, use 0x and 40 digits' }
}

/** Returns whether a spreadsheet wrote a long number by its exponent: `1.2E+21`. */
export function isSpoiledNumber(text: string): boolean {
  return /^[+-]?\d+([.,]\d+)?e[+-]?\d+$/i.test(text)
}

export const spoiledSentence =
  'A spreadsheet shortened this number: format the column as text and export it again'
