import { keccak256, toHex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

/** Whoever sits at connection number `place`. */
export function accountOf(place: number): PrivateKeyAccount {
  return privateKeyToAccount(keccak256(toHex(`load ${place}`)))
}

/** The number of the collection that this account made. */
export function collectionOf(place: number): number {
  return 100 + place
}
