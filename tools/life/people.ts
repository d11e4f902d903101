import { type Address, keccak256, parseEther, stringToHex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

/** What everybody who sends transactions has at the beginning. */
export const WEALTH = parseEther('100')

/** Those who send transactions. */
export const people = {
  creator: person('creator'),
  heir: person('heir'),
  alice: person('alice'),
  ben: person('ben'),
  cleo: person('cleo'),
  dora: person('dora'),
  stranger: person('stranger'),
}

/** Those who only ever receive: nobody of them needs to send anything to be paid. */
export const receivers = {
  rita: person('rita').address,
  rolf: person('rolf').address,
  firstPayee: person('first payee').address,
  secondPayee: person('second payee').address,
  firstRecipient: person('first recipient').address,
  secondRecipient: person('second recipient').address,
}

/** The name of everybody, for reading a test that fails. */
export const names = new Map<Address, string>([
  ...Object.entries(people).map(([name, { address }]) => [address, name] as const),
  ...Object.entries(receivers).map(([name, address]) => [address, name] as const),
])

function person(name: string): PrivateKeyAccount {
  return privateKeyToAccount(keccak256(stringToHex(`${name} of the lives`)))
}
