import { nameRegistryAbi } from '@platemark/abi/name-registry'
import { type Address, isAddressEqual } from 'viem'
import { getBalance, getTransactionCount, readContract } from 'viem/actions'
import { ConfigurationError } from '../../../configuration/fields.ts'
import type { AppContext } from '../../../http/app-context.ts'

/** Accounts of the mnemonic "test test … junk", whose keys everyone knows. */
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

type Checked = Pick<AppContext, 'configuration' | 'chains'>

/**
 * Checks the keys of the gateway at start. Throws `ConfigurationError` for a key that may not sign;
 * a chain that does not answer is logged, and the gateway checks again before it signs.
 */
export async function requireGatewaySigners(
  context: Checked & Pick<AppContext, 'log'>,
): Promise<void> {
  const problems = await listSignerProblems(context).catch((error: unknown) => {
    context.log.warn({ err: error }, 'keys of the name gateway are not checked yet')
    return []
  })
  if (problems.length > 0) throw new ConfigurationError(problems.join('\n'))
}

/**
 * Lists a sentence for each key of the gateway that is known to everyone, holds coins, or is used
 * for something else; none on an embedded home chain, whose coins have no value. Throws when a
 * chain does not answer.
 */
export async function listSignerProblems({
  configuration: { names },
  chains,
}: Checked): Promise<string[]> {
  const home = chains.find(({ contracts }) => contracts?.names)
  if (!names?.gateway || !home || home.isDemo) return []
  const addresses = names.gateway.signers.map(({ account }) => account.address)
  const known = addresses.filter((address) => KNOWN_ACCOUNTS.includes(address))
  if (known.length > 0)
    return known.map((address) =>
      describe(address, 'is one of those that everyone knows'),
    )
  const owner = await readContract(home.client, {
    ...{ address: names.registry, abi: nameRegistryAbi, functionName: 'owner' },
  })
  const found = await Promise.all(
    addresses.map((address) => findOtherUse(address, { owner, chains })),
  )
  return addresses.flatMap((address, index) => {
    const use = found[index]
    return use ? [describe(address, use)] : []
  })
}

function describe(address: Address, use: string): string {
  return `names.gateway_key_file: The key of ${address} ${use}. Make a key that is used for nothing else.`
}

async function findOtherUse(
  address: Address,
  { owner, chains }: { owner: Address; chains: AppContext['chains'] },
): Promise<string | null> {
  if (isAddressEqual(address, owner)) return 'owns the registry of names'
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
