import type { Earnings } from '@platemark/api/earnings'
import { type Address, getAddress } from 'viem'
import type { Chain } from '../../../configuration/chains.ts'
import { pictureUrls } from '../../../files/images.ts'
import type { AppContext } from '../../../http/app-context.ts'
import type { Session } from '../../../http/session.ts'
import { type EarningRow, listEarningRows, listPayments } from '../queries.ts'
import { toBalance } from './balance.ts'
import type { OwedAmount, OwedReader } from './owed-amounts.ts'
import type { SplitAmounts, SplitReader } from './read-splits.ts'
import { listWorthsThen } from './worth-then.ts'

/** Transactions with payments in one response. */
const MAX_TRANSACTIONS = 100

/** Returns what the caller is owed and was paid, test networks included. */
export async function getEarnings(
  context: AppContext,
  session: Session,
  { readOwed, readSplits }: { readOwed: OwedReader; readSplits: SplitReader },
): Promise<Earnings> {
  const { database, chains } = context
  const owed = await readOwed(session, { hasTestnets: true })
  const chainIds = owed.map(({ chain_id }) => chain_id)
  const account = session.address
  const [rows, payments] = await Promise.all([
    listEarningRows(database, account, chainIds),
    listPayments(database, account, { chains: chainIds, most: MAX_TRANSACTIONS }),
  ])
  const worths = await listWorthsThen(context, payments)
  const byChain = Map.groupBy(rows, ({ chain_id }) => chain_id)
  const networks = chains.map(async (chain) => {
    const amount = owed.find(({ chain_id }) => chain_id === chain.id)
    if (!amount || !chain.contracts) return []
    const own = byChain.get(chain.id) ?? []
    const addresses = [...Map.groupBy(own, ({ royalty_split }) => royalty_split).keys()]
    const held = await readSplits(chain, account, {
      splits: addresses.filter((address) => address !== null),
      isSilent: amount.collections === null,
    })
    return [toNetwork(context, chain, chain.contracts.payouts, amount, own, held)]
  })
  return {
    networks: (await Promise.all(networks)).flat(),
    payments: payments.flatMap((payment, place) => {
      const chain = chains.find(({ id }) => id === payment.chain_id)
      if (!chain) return []
      const { amount_wei, is_royalty, is_wrapped, tx_hash, time } = payment
      return {
        ...toPlace(payment),
        ...{ is_royalty, is_wrapped },
        ...{ chain_alias: chain.alias, amount_wei, transaction_hash: tx_hash },
        ...{ time: time.toISOString(), usd_then: worths[place] ?? null },
      }
    }),
  }
}

function toNetwork(
  context: AppContext,
  chain: Chain,
  payouts: Address,
  amount: OwedAmount,
  rows: EarningRow[],
  held: SplitAmounts[],
): Earnings['networks'][number] {
  const amounts = new Map(
    amount.collections?.map(({ address, amount_wei }) => [address, amount_wei]),
  )
  const collections = rows
    .map((row) => ({ row, owed: amounts.get(row.address) }))
    .sort((one, other) => compareAmounts(other.owed ?? 0n, one.owed ?? 0n))
    .map(({ row, owed }) => ({
      ...toPlace(row),
      image: pictureUrls(
        row.has_page ? row.image_file : null,
        `${chain.alias}-${row.address}`,
      ),
      owed_wei: toText(owed),
      paid_wei: row.paid_wei,
      is_payee: row.is_payee,
      share_bps: row.share_bps,
      referred: row.referred,
    }))
  const splits = held.map((split) => ({
    address: getAddress(split.address),
    names: rows
      .filter(({ royalty_split }) => royalty_split === split.address)
      .map(({ name }) => name),
    owed_wei: toText(amounts.get(split.address)),
    paid_wei: toText(split.paid_wei),
    wrapped_owed: toText(split.wrapped_owed),
    wrapped_paid: toText(split.wrapped_paid),
  }))
  const paid = [...rows, ...splits].reduce(
    (sum, { paid_wei }) => sum + BigInt(paid_wei ?? 0),
    0n,
  )
  return {
    chain_alias: chain.alias,
    owed_wei: String(amount.amount_wei),
    paid_wei: String(paid),
    owed_usd: worthOf(context, chain, amount),
    is_current: amount.collections !== null,
    payouts_address: getAddress(payouts),
    wrapped_token: chain.wrappedToken && {
      address: getAddress(chain.wrappedToken),
      symbol: `W${chain.nativeCurrency.symbol}`,
      decimals: chain.nativeCurrency.decimals,
    },
    splits,
    collections,
  }
}

function toText(amount: bigint | null | undefined): string | null {
  return amount === undefined || amount === null ? null : String(amount)
}

function worthOf(context: AppContext, chain: Chain, amount: OwedAmount): number | null {
  if (chain.isTestnet) return null
  const { balance, balance_unpriced } = toBalance(context, [amount])
  return balance_unpriced.length > 0 ? null : balance
}

function toPlace(row: {
  id: string
  address: Address
  alias: string | null
  name: string
  has_page: boolean
}) {
  const { id, address, alias, name, has_page } = row
  return {
    ...{ contract_id: id, contract_address: getAddress(address) },
    ...{ alias, name, has_page },
  }
}

function compareAmounts(one: bigint, other: bigint): number {
  return one < other ? -1 : one > other ? 1 : 0
}
