import { keccak256, type PrivateKeyAccount, stringToHex } from 'viem'
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'

/** The words that anvil and every other development chain fund: known to everyone. */
const MNEMONIC = 'test test test test test test test test test test test junk'

/** Deploys the contracts and receives the platform's share. */
export function operatorAccount(): PrivateKeyAccount {
  return developmentAccount(0)
}

/** Accounts 1 to 9 of the development mnemonic; they have 10,000 coins from birth. */
export function creatorAccounts(): PrivateKeyAccount[] {
  return Array.from({ length: 9 }, (_, index) => developmentAccount(index + 1))
}

/** Wallets that mint in the example content, always the same ones. They have no funds. */
export function crowdAccounts(count: number): PrivateKeyAccount[] {
  return Array.from({ length: count }, (_, index) =>
    privateKeyToAccount(keccak256(stringToHex(`platemark example wallet ${index}`))),
  )
}

function developmentAccount(addressIndex: number): PrivateKeyAccount {
  const key = mnemonicToAccount(MNEMONIC, { addressIndex }).getHdKey().privateKey
  if (!key) throw new Error('the development mnemonic gave no key')
  return privateKeyToAccount(`0x${Buffer.from(key).toString('hex')}`)
}
