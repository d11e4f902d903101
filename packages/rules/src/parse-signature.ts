/** The most bytes of a signature: those of contract accounts may hold several of keys. */
export const MAX_SIGNATURE_BYTES = 8192

/**
 * Returns a signature as wallets return it in its one form, `0x` and lower-case hex digits; or why
 * it is none. Accepts digits without `0x`, of any letter case, with white space around them. Bytes
 * stay as they are: what 64 (ERC-2098), 65 or more of them mean is for the key or contract that
 * verifies them (`apps/server/src/areas/session/signature.ts`).
 */
export function parseSignature(
  written: string,
): { signature: `0x${string}` } | { problem: string } {
  const digits = written.trim().replace(/^0x/i, '')
  if (digits === '') return { problem: 'Enter a signature: it is empty.' }
  if (!/^[0-9a-f]*$/i.test(digits)) {
    return { problem: 'Enter a signature: hex digits, with or without 0x.' }
  }
  if (digits.length % 2 !== 0) {
    return { problem: 'Enter a whole signature: this one ends within a byte.' }
  }
  if (digits.length > 2 * MAX_SIGNATURE_BYTES) {
    return { problem: `A signature has at most ${MAX_SIGNATURE_BYTES} bytes.` }
  }
  return { signature: `0x${digits.toLowerCase()}` }
}
