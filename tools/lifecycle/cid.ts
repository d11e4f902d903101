import { concat, type Hex, sha256, stringToHex } from 'viem'

/** Prefix of a CIDv1 of raw bytes with a SHA-256 digest of 32 bytes. */
const RAW_CID = '0x01551220'
const CID_DIGITS = 58

/** Returns the CID of `content` as 36 bytes. */
export function computeCid(content: string): Hex {
  return concat([RAW_CID, sha256(stringToHex(content))])
}

/** Returns a CID as gateways expect it: `b` and base32 (RFC 4648, lower case, no padding). */
export function formatCid(cid: Hex): string {
  // 288 bits are 57 digits and 3 bits: two zero bits complete the last digit.
  const digits = (BigInt(cid) << 2n).toString(32).padStart(CID_DIGITS, '0')
  return `b${[...digits].map((digit) => base32[Number.parseInt(digit, 32)]).join('')}`
}

const base32 = 'abcdefghijklmnopqrstuvwxyz234567'
