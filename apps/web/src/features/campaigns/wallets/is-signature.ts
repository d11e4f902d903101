/** Returns whether a value has the form of a signature: bytes in hex, at least those of ECDSA. */
export function isSignature(value: unknown): value is string {
  return typeof value === 'string' && /^0x([0-9a-fA-F]{2}){65,4096}$/.test(value)
}
