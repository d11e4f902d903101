import type { Meta } from '@platemark/api/endpoint'
import { perPage } from '@platemark/api/lists'
import type { listNameActivity as endpoint, NameActivity } from '@platemark/api/names'
import { Problem } from '@platemark/api/problem'
import { readLabel } from '@platemark/rules/name-label'
import { getAddress, zeroAddress } from 'viem'
import type { AppContext } from '../../../http/app-context.ts'
import { listRatesAt } from '../../currencies/service.ts'
import { listNameTransactions, type NameTransactionRow } from '../queries/events.ts'
import { toRefusal } from './check-name.ts'
import { type NameHome, requireHome } from './home.ts'
import { toMeta } from './lists.ts'
import { toPrice } from './prices.ts'

/**
 * Lists what happened to a name, one row for each kind of change in a transaction. Pages count
 * transactions. Throws `name_invalid`, and `not_found` without names.
 */
export async function listNameActivity(
  context: AppContext,
  input: string,
  page: number,
): Promise<{ data: NameActivity[]; meta: Meta<typeof endpoint> }> {
  const home = requireHome(context)
  const read = readLabel(input, home.suffix)
  if (read.refused || read.name === null)
    throw new Problem('name_invalid', read.refused?.message, { data: toRefusal(read) })
  const chain_id = home.chain.id
  const { rows, total } = await listNameTransactions(
    context.database,
    chain_id,
    read.name,
    { limit: perPage, offset: (page - 1) * perPage },
  )
  const rates = await listRatesAt(
    context.database,
    rows.map(({ time }) => ({ chain_id, time })),
  )
  return {
    data: rows.flatMap((row, at) => toActivity(home, row, rates[at] ?? null)),
    meta: toMeta(page, perPage, total),
  }
}

/** The data of any event of a name, as its row has it. */
type EventData = {
  from?: string
  to?: string
  payer?: string
  price_wei?: string
  key?: string
  coin_type?: string
}

function toActivity(
  home: NameHome,
  { tx_hash, block_number, time, events }: NameTransactionRow,
  rate: number | null,
): NameActivity[] {
  const place = {
    transaction_hash: tx_hash,
    block_number: String(block_number),
    at: new Date(time).toISOString(),
    ...{ from: null, to: null, price: null, keys: [] },
  }
  // Safe: rows are written by the projection only.
  const dataOf = (kind: NameTransactionRow['events'][number]['kind']) =>
    events.filter((one) => one.kind === kind).map((one) => one.data as EventData)
  const rows: NameActivity[] = []
  const [registered] = dataOf('registered')
  for (const { from = zeroAddress, to } of dataOf('transfer')) {
    if (from !== zeroAddress) {
      const ends = { from: checksum(from), to: checksum(to) }
      rows.push({ ...place, kind: 'transferred', ...ends })
      continue
    }
    const paid = registered?.price_wei
    rows.push({
      ...place,
      kind: 'registered',
      from: checksum(registered?.payer),
      to: checksum(to),
      price: paid === undefined ? null : toPrice(home, paid, rate),
    })
  }
  const texts = dataOf('text').flatMap(({ key }) => key ?? [])
  if (texts.length > 0) rows.push({ ...place, kind: 'texts', keys: [...new Set(texts)] })
  const types = dataOf('address').flatMap(({ coin_type }) => coin_type ?? [])
  if (types.length > 0)
    rows.push({ ...place, kind: 'address', keys: [...new Set(types)] })
  for (const { kind, account } of events)
    if (kind === 'primary') rows.push({ ...place, kind, to: checksum(account) })
  return rows.toReversed()
}

function checksum(address: string | null | undefined): string | null {
  // Safe: events have addresses only.
  return address ? getAddress(address as `0x${string}`) : null
}
