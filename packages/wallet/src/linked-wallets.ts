import { type Address, getAddress, isAddress, isAddressEqual, parseAbi } from 'viem'
import { readContract } from 'viem/actions'
import { WalletError } from './errors.ts'
import { delegateResolver } from './smart-account/contracts.ts'
import type { ChainReader } from './smart-account/fees.ts'

/** Rights under which wallets are linked to a smart account: 24 bytes. */
const LINK_RIGHTS = '0xc10dcfe266c1f71ef476efbd3223555750dc271e4115626b'

const resolverAbi = parseAbi([
  'function delegatedWalletsByRights(address wallet, bytes24 rights) view returns (address[])',
  'function exclusiveWalletByRights(address vault, bytes24 rights) view returns (address)',
])

/**
 * Lists the wallets that are linked to a smart account in the delegation registry. Throws
 * `WalletError` (`invalid_address`), and errors of the node.
 */
export async function listLinkedWallets(
  reader: ChainReader,
  account: string,
): Promise<Address[]> {
  const wallets = await readContract(reader, {
    address: delegateResolver,
    abi: resolverAbi,
    functionName: 'delegatedWalletsByRights',
    args: [requireChecksum(account), LINK_RIGHTS],
  })
  return [...wallets]
}

/**
 * Returns the smart account that a wallet is linked to, or undefined. Throws `WalletError`
 * (`invalid_address`), and errors of the node.
 */
export async function findLinkedAccount(
  reader: ChainReader,
  wallet: string,
): Promise<Address | undefined> {
  const address = requireChecksum(wallet)
  const account = await readContract(reader, {
    address: delegateResolver,
    abi: resolverAbi,
    functionName: 'exclusiveWalletByRights',
    args: [address, LINK_RIGHTS],
  })
  // The resolver answers with the wallet itself where it has no delegate.
  return isAddressEqual(account, address) ? undefined : account
}

/** Returns whether a wallet is linked to a smart account. Throws as `findLinkedAccount` does. */
export async function isLinkedWallet(
  reader: ChainReader,
  account: Address,
  wallet: string,
): Promise<boolean> {
  const found = await findLinkedAccount(reader, wallet)
  return found !== undefined && isAddressEqual(found, account)
}

function requireChecksum(address: string): Address {
  if (!isAddress(address, { strict: false }))
    throw new WalletError('invalid_address', { values: { address } })
  return getAddress(address)
}
