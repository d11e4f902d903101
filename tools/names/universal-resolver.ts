import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type Address, concat, type Hex, pad } from 'viem'
import { type EmptyChain, getReceipt } from '../../apps/server/test/chain.ts'

/**
 * Deploys the universal resolver of tests, which leads every name to `nameResolver` and is the
 * registry of ENS as well.
 */
export async function deployUniversalResolver(
  { client, chain, funded }: EmptyChain,
  nameResolver: Address,
): Promise<Address> {
  const [account] = funded
  if (!account) throw new Error('chain has no funded account')
  const data = concat([compile(), pad(nameResolver)])
  const hash = await client.sendTransaction({ account, chain, data, gas: 3_000_000n })
  const { contractAddress } = await getReceipt({ client }, hash)
  if (!contractAddress) throw new Error(`contract is not deployed: got ${hash}`)
  return contractAddress
}

/** Returns the creation code. Throws with the messages of the compiler. */
function compile(): Hex {
  const name = 'UniversalResolver.sol'
  const content = readFileSync(join(import.meta.dirname, name), 'utf8')
  const solc: { compile(input: string): string } = createRequire(import.meta.url)('solc')
  const output = JSON.parse(
    solc.compile(
      JSON.stringify({
        language: 'Solidity',
        sources: { [name]: { content } },
        settings: {
          optimizer: { enabled: true },
          evmVersion: 'paris',
          outputSelection: { '*': { '*': ['evm.bytecode.object'] } },
        },
      }),
    ),
  )
  const code = output.contracts?.[name]?.UniversalResolver?.evm.bytecode.object
  if (code) return `0x${code}`
  throw new Error(`contract does not compile: ${JSON.stringify(output.errors)}`)
}
