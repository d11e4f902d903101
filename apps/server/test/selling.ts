import { type Address, encodeFunctionData, type Hex, parseEther, zeroAddress } from 'viem'
import {
  generatePrivateKey,
  type PrivateKeyAccount,
  privateKeyToAccount,
} from 'viem/accounts'
import type { TestChain } from './chain.ts'
import { anyAbi, launcher } from './collections/launch.ts'
import type { TestServer } from './server.ts'

/** Mint fee of the collections that `sell` deploys, in wei. */
export const fee = parseEther('0.001')

/** Returns a new account. */
export const person = () => privateKeyToAccount(generatePrivateKey())

/**
 * Deploys a collection of a new account on a chain and sells `quantity` tokens for `unit`
 * each.
 */
export async function sell(
  chain: TestChain,
  creator: PrivateKeyAccount,
  {
    quantity = 1,
    unit = parseEther('0.01'),
    payees = [],
    referrer,
  }: {
    quantity?: number
    unit?: bigint
    payees?: { account: Address; bps: number }[]
    referrer?: Address
  } = {},
): Promise<Address> {
  const launch = launcher(chain)
  const buyer = person()
  await launch.fund(creator, buyer)
  const phase = {
    price: unit,
    start: 1,
    end: 4_294_967_295,
    walletLimit: 65_535,
    supplyCap: 0,
  }
  const salt = `0x${creator.address.slice(2).padStart(64, '0')}` as const
  const address = await launch.create(
    creator,
    { mintFee: fee, publicPhase: phase, payees },
    salt,
  )
  const count = BigInt(quantity)
  await launch.send(
    buyer,
    address,
    callData('mintTo', [buyer.address, count, count, referrer ?? zeroAddress]),
    (unit + fee) * count,
  )
  return address
}

/** Lets a collection pay an account. */
export function withdraw(chain: TestChain, account: PrivateKeyAccount, from: Address) {
  return launcher(chain).send(account, from, callData('release', [account.address]))
}

/** Stores the rate of a chain's coin in USD, from an hour ago unless a time is given. */
export async function storeRate(
  { database }: TestServer,
  { id: chain_id }: TestChain,
  {
    usd_rate,
    hour = new Date(Date.now() - 3_600_000),
  }: { usd_rate: number; hour?: Date },
): Promise<void> {
  await database
    .insertInto('currency_rates')
    .values({ chain_id, hour, usd_rate })
    .execute()
}

/** Encodes a call of one of our contracts. */
export const callData = (functionName: string, args: readonly unknown[]): Hex =>
  // Safe: the tests name functions of our contracts; a wrong name throws.
  encodeFunctionData({ abi: anyAbi, functionName, args } as never)
