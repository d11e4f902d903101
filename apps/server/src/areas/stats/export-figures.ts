import { Problem } from '@platemark/api/problem'
import {
  type ExportedFigures,
  type ExportKind,
  MAX_EXPORT_ROWS,
} from '@platemark/api/stats'
import { formatUnits } from '@platemark/rules/amounts'
import { feeShares } from '@platemark/rules/price'
import { writeCsv } from '@platemark/rules/write-csv'
import type { AppContext } from '../../http/app-context.ts'
import type { Session } from '../../http/session.ts'
import { findSales, listHolderRows, toChecksumAddress } from '../collections/service.ts'
import { countReferrers, listReferrers } from './queries.ts'

/**
 * Returns the holders or referrers of a collection of the caller as CSV; amounts are in coins.
 * Throws `not_found`.
 */
export async function exportFigures(
  { database, chains }: AppContext,
  session: Session,
  id: string,
  kind: ExportKind,
): Promise<ExportedFigures> {
  const sales = await findSales(database, session, id)
  const chain = chains.find((one) => one.id === sales?.chain_id)
  if (!sales || !chain) throw new Problem('not_found')
  if (kind === 'holders') {
    const holders = await listHolderRows(database, sales, undefined, {
      limit: MAX_EXPORT_ROWS,
      isNamed: false,
    })
    const rows = holders.map(({ owner, quantity }) => [
      toChecksumAddress(owner),
      quantity,
    ])
    const csv = writeCsv([['wallet', 'tokens'], ...rows])
    return { rows: rows.length, total: Math.max(sales.holders, rows.length), csv }
  }
  const { symbol, decimals } = chain.nativeCurrency
  const { referrerWei } = feeShares(0n, BigInt(sales.mint_fee_wei), true)
  const referrers = await listReferrers(database, sales, MAX_EXPORT_ROWS)
  const rows = referrers.map(({ referrer, username, quantity, volume_wei }) => [
    toChecksumAddress(referrer),
    username ?? '',
    quantity,
    formatUnits(BigInt(volume_wei), decimals),
    formatUnits(referrerWei * BigInt(quantity), decimals),
  ])
  const head = ['wallet', 'name', 'mints', `brought ${symbol}`, `earned ${symbol}`]
  const total = await countReferrers(database, id)
  return { rows: rows.length, total, csv: writeCsv([head, ...rows]) }
}
