import { keccak256, type PrivateKeyAccount, stringToHex } from 'viem'
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'

/** Public mnemonic whose accounts every development chain funds. */
const MNEMONIC = 'test test test test test test test test test test test junk'

/** Returns the account that deploys the contracts and receives the platform's share. */
export function operatorAccount(): PrivateKeyAccount {
  return developmentAccount(0)
}

/** Returns accounts 1 to 9 of the development mnemonic, funded with 10,000 coins at genesis. */
export function creatorAccounts(): PrivateKeyAccount[] {
  return Array.from({ length: 9 }, (_, index) => developmentAccount(index + 1))
}

/** Returns the wallets that mint in the example content, always the same ones, without funds. */
export function crowdAccounts(count: number): PrivateKeyAccount[] {
  return Array.from({ length: count }, (_, index) =>
    privateKeyToAccount(keccak256(stringToHex(`platemark example wallet ${index}`))),
  )
}

function developmentAccount(addressIndex: number): PrivateKeyAccount {
  const key = mnemonicToAccount(MNEMONIC, { addressIndex }).getHdKey().privateKey
  if (!key) throw new Error(`mnemonic has no private key: got index ${addressIndex}`)
  return privateKeyToAccount(`0x${Buffer.from(key).toString('hex')}`)
}
