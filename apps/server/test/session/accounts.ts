import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Address,
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  getCreate2Address,
  type Hex,
  parseAbi,
} from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import * as z from 'zod'
import { ampleGas, type EmptyChain, getReceipt } from '../chain.ts'

/** Creation code of each contract of `contracts/test/accounts`, by name. */
export type AccountCodes = Record<string, Hex>

/** Compiled once per worker. */
let compiled: AccountCodes | undefined

/** Returns the compiled contract accounts of the tests. */
export function compileAccounts(): AccountCodes {
  compiled ??= compileFile()
  return compiled
}

function compileFile(): AccountCodes {
  const root = join(import.meta.dirname, '../../../..')
  const content = readFileSync(join(root, 'contracts/test/accounts/Accounts.sol'), 'utf8')
  const { stdout } = spawnSync(
    process.execPath,
    [join(root, 'tools/solc.mjs'), '--standard-json'],
    {
      encoding: 'utf8',
      maxBuffer: 50_000_000,
      input: JSON.stringify({
        language: 'Solidity',
        sources: { 'Accounts.sol': { content } },
        settings: {
          evmVersion: 'paris',
          outputSelection: { '*': { '*': ['evm.bytecode.object'] } },
        },
      }),
    },
  )
  const contracts = output.parse(JSON.parse(stdout)).contracts['Accounts.sol'] ?? {}
  return Object.fromEntries(
    Object.entries(contracts).map(([name, { evm }]): [string, Hex] => [
      name,
      `0x${evm.bytecode.object}`,
    ]),
  )
}

const output = z.object({
  contracts: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({ evm: z.object({ bytecode: z.object({ object: z.string() }) }) }),
    ),
  ),
})

/** Deploys creation code with arguments, from a funded account of the chain. */
export async function deployAccount(
  { client, chain, funded }: EmptyChain,
  code: Hex | undefined,
  args: Hex = '0x',
  by: PrivateKeyAccount | undefined = funded[0],
): Promise<Address> {
  if (!code || !by) throw new Error('contract or account is unknown')
  const data = concatHex([code, args])
  const hash = await client.sendTransaction({ account: by, chain, data, ...ampleGas })
  const receipt = await getReceipt({ client }, hash)
  if (!receipt.contractAddress) throw new Error('receipt has no contract address')
  return receipt.contractAddress.toLowerCase() as Address
}

/** Argument of an honest account. */
export const ownedBy = (owner: Address): Hex =>
  encodeAbiParameters([{ type: 'address' }], [owner])

const factoryAbi = parseAbi(['function make(address owner, bytes32 salt)'])

/** Honest account that `factory` would deploy, and the deploying call. */
export function futureAccount(
  codes: AccountCodes,
  factory: Address,
  owner: Address,
  salt: Hex,
): { address: Address; data: Hex } {
  const bytecode = concatHex([codes.HonestAccount ?? '0x', ownedBy(owner)])
  const address = getCreate2Address({ from: factory, salt, bytecode })
  const args = [owner, salt] as const
  const data = encodeFunctionData({ abi: factoryAbi, functionName: 'make', args })
  // Safe: lower case changes no digit.
  return { address: address.toLowerCase() as Address, data }
}

/** ERC-6492: signature of an account with the call that deploys it. */
export function wrapped(factory: Address, data: Hex, signature: Hex): Hex {
  return concatHex([
    encodeAbiParameters(
      [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }],
      [factory, data, signature],
    ),
    `0x${'6492'.repeat(16)}`,
  ])
}
