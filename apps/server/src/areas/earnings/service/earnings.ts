import type { Earnings } from '@platemark/api/earnings'
import { type Address, getAddress } from 'viem'
import type { Chain } from '../../../configuration/chains.ts'
import { pictureUrls } from '../../../files/images.ts'
import type { AppContext } from '../../../http/app-context.ts'
import type { Session } from '../../../http/session.ts'
import { type EarningRow, listEarningRows, listPayments } from '../queries.ts'
import { toBalance } from './balance.ts'
import type { OwedAmount, OwedReader } from './owed-amounts.ts'

/** Payments in one response. */
const MAX_PAYMENTS = 100

/** Returns what the caller is owed and was paid, test networks included. */
export async function getEarnings(
  context: AppContext,
  session: Session,
  readOwed: OwedReader,
): Promise<Earnings> {
  const { database, chains } = context
  const owed = await readOwed(session, { hasTestnets: true })
  const chainIds = owed.map(({ chain_id }) => chain_id)
  const account = session.address
  const [rows, payments] = await Promise.all([
    listEarningRows(database, account, chainIds),
    listPayments(database, account, { chains: chainIds, most: MAX_PAYMENTS }),
  ])
  const byChain = Map.groupBy(rows, ({ chain_id }) => chain_id)
  return {
    networks: chains.flatMap((chain) => {
      const amount = owed.find(({ chain_id }) => chain_id === chain.id)
      if (!amount || !chain.contracts) return []
      const own = byChain.get(chain.id) ?? []
      return toNetwork(context, chain, chain.contracts.payouts, amount, own)
    }),
    payments: payments.flatMap((payment) => {
      const chain = chains.find(({ id }) => id === payment.chain_id)
      if (!chain) return []
      const { amount_wei, tx_hash, time } = payment
      return {
        ...toPlace(payment),
        ...{ chain_alias: chain.alias, amount_wei, transaction_hash: tx_hash },
        time: time.toISOString(),
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
      owed_wei: owed === undefined ? null : String(owed),
      paid_wei: row.paid_wei,
      is_payee: row.is_payee,
      referred: row.referred,
    }))
  const paid = rows.reduce((sum, { paid_wei }) => sum + BigInt(paid_wei), 0n)
  return {
    chain_alias: chain.alias,
    owed_wei: String(amount.amount_wei),
    paid_wei: String(paid),
    owed_usd: worthOf(context, chain, amount),
    is_current: amount.collections !== null,
    payouts_address: getAddress(payouts),
    collections,
  }
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
