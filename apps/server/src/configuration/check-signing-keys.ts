import { type Address, isAddressEqual } from 'viem'
import { getBalance, getTransactionCount } from 'viem/actions'
import type { Chain } from './chains.ts'
import type { SigningKey } from './signing-keys.ts'

/** Accounts of anvil and hardhat. */
const KNOWN_ACCOUNTS: readonly Address[] = [
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
  '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65',
  '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc',
  '0x976EA74026E726554dB657fA54763abd0C3a0aa9',
  '0x14dC79964da2C08b23698B3D3cc7Ca32193d9955',
  '0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f',
  '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720',
]

type Owner = { address: Address; use: string }

/**
 * Lists a sentence for each key that everyone knows, holds coins, has sent transactions or owns a
 * contract; chains of demos count for nothing. Throws when a chain does not answer.
 */
export async function listKeyProblems(
  keys: readonly SigningKey[],
  {
    field,
    chains,
    readOwners,
  }: {
    /** Setting of the keys, for messages. */
    field: string
    chains: readonly Chain[]
    /** Reads the owners of contracts that no key may be. */
    readOwners: () => Promise<Owner[]>
  },
): Promise<string[]> {
  const addresses = keys.map(({ account }) => account.address)
  const describe = (address: Address, use: string) =>
    `${field}: The key of ${address} ${use}. Make a key that is used for nothing else.`
  const known = addresses.filter((address) => KNOWN_ACCOUNTS.includes(address))
  if (known.length > 0)
    return known.map((address) =>
      describe(address, 'is one of those that everyone knows'),
    )
  const owners = await readOwners()
  const found = await Promise.all(
    addresses.map((address) => findOtherUse(address, owners, chains)),
  )
  return addresses.flatMap((address, index) => {
    const use = found[index]
    return use ? [describe(address, use)] : []
  })
}

async function findOtherUse(
  address: Address,
  owners: readonly Owner[],
  chains: readonly Chain[],
): Promise<string | null> {
  const owned = owners.find((owner) => isAddressEqual(address, owner.address))
  if (owned) return owned.use
  for (const { name, client, isDemo } of chains) {
    if (isDemo) continue
    const [balance, count] = await Promise.all([
      getBalance(client, { address }),
      getTransactionCount(client, { address }),
    ])
    if (balance > 0n) return `holds coins on ${name}`
    if (count > 0) return `has sent transactions on ${name}`
  }
  return null
}
