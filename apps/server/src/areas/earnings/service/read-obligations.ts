import { collectionAbi } from '@platemark/abi/collection'
import { type Address, type Hex, numberToHex } from 'viem'
import { getBalance, getStorageAt, readContract } from 'viem/actions'
import type { Chain } from '../../../configuration/chains.ts'
import type { CheckedContract, PayeeRow } from '../queries/balance-checks.ts'

/** Balance and debts of a contract at a block, in wei. */
export type Obligations = {
  balance: bigint
  platform: bigint
  referrers: bigint
  /** Payees with their shares of mints alone, without what they referred. */
  payees: { account: Address; bps: number | null; owed: bigint }[]
  /** Everything that the creator's side ever earned; negative: others are owed more than is held. */
  earned: bigint
  /** Tenths of mint fees that are the platform's, and tokens minted through links. */
  tenths: bigint
  referred: bigint
}

/**
 * Reads the obligations of a contract from its two counters of all mints, its record of what
 * was paid (Layout.sol) and `owed` of every payee. Throws errors of the RPC endpoint.
 */
export async function readObligations(
  chain: Chain,
  { address, creator, mint_fee_wei }: CheckedContract,
  { payees, block }: { payees: PayeeRow[]; block: number },
): Promise<Obligations> {
  const at = { address, blockNumber: BigInt(block) }
  const readWord = async (slot: Hex) =>
    BigInt((await getStorageAt(chain.client, { ...at, slot })) ?? 0)
  const fee = BigInt(mint_fee_wei)
  const [balance, slot0, released] = await Promise.all([
    getBalance(chain.client, at),
    readWord('0x0'),
    readWord('0x2'),
  ])
  const tenths = field(slot0, 56n, 32n)
  const referred = field(slot0, 88n, 28n)
  const paidToPlatform = field(released, 112n, 71n) * FEE_UNIT
  const paidToReferrers = field(released, 183n, 71n) * FEE_UNIT
  const platform = (fee * tenths) / 10n - paidToPlatform
  const referrers = (fee * referred) / 5n - paidToReferrers
  const available = balance - platform - referrers
  const earned = available + field(released, 0n, 112n) * PAYEE_UNIT
  const readPayee = async ({ account, bps }: PayeeRow) => {
    const [owed, word] = await Promise.all([
      readContract(chain.client, {
        ...at,
        abi: collectionAbi,
        functionName: 'owed',
        args: [account],
      }),
      // A creator cannot refer.
      account === creator ? 0n : readWord(referrerSlot(account)),
    ])
    const asReferrer = ((field(word, 0n, 28n) - field(word, 28n, 28n)) * fee) / 5n
    return { account, bps, owed: owed - asReferrer }
  }
  return {
    balance,
    platform,
    referrers,
    // `owed` of a payee reverts when others are owed more than is held.
    payees: available < 0n ? [] : await Promise.all(payees.map(readPayee)),
    earned,
    tenths,
    referred,
  }
}

/** Units of the record of what was paid: `RELEASED_UNIT` and `RELEASED_FEE_UNIT`. */
const PAYEE_UNIT = 10_000n
const FEE_UNIT = 100_000_000n

/** Returns `bits` of a storage word from bit `start` on. */
function field(word: bigint, start: bigint, bits: bigint): bigint {
  return (word >> start) & ((1n << bits) - 1n)
}

function referrerSlot(account: Address): Hex {
  return numberToHex((1n << 204n) | BigInt(account), { size: 32 })
}
