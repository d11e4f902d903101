import { concat, type Hex, sha256, stringToHex } from 'viem'

/** CIDv1, raw bytes, SHA-256, 32 bytes long. */
const RAW_CID = '0x01551220'
const CID_DIGITS = 58

/** The CID of some content, in its 36 bytes. */
export function computeCid(content: string): Hex {
  return concat([RAW_CID, sha256(stringToHex(content))])
}

/** How gateways and wallets write a CID: `b` and base32 (RFC 4648, lower case, no padding). */
export function formatCid(cid: Hex): string {
  // 288 bits are 57 digits and three bits, so two zeros are missing behind them.
  const digits = (BigInt(cid) << 2n).toString(32).padStart(CID_DIGITS, '0')
  return `b${[...digits].map((digit) => base32[Number.parseInt(digit, 32)]).join('')}`
}

const base32 = 'abcdefghijklmnopqrstuvwxyz234567'
