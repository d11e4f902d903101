/**
 * Returns whether the code at an address makes it a contract. A delegation designator
 * (EIP-7702: 23 bytes, `0xef0100` and an address) counts as no code: the account is its key's.
 * Every check of an account's kind asks this, so that all of them agree.
 */
export function isContractCode(code: string | undefined): boolean {
  return code !== undefined && code !== '0x' && !isDelegation(code)
}

/** Returns whether the code is the delegation designator of an account with a key (EIP-7702). */
export function isDelegation(code: string | undefined): boolean {
  return code !== undefined && DELEGATION.test(code)
}

const DELEGATION = /^0xef0100[0-9a-f]{40}$/i
