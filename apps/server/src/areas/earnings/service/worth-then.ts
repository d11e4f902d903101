import type { AppContext } from '../../../http/app-context.ts'
import { listRatesAt } from '../../currencies/service.ts'
import { convertToUsd } from './balance.ts'

/** Amount of a network's coin in wei, and the time at which it was earned or paid. */
type PastAmount = { chain_id: number; time: Date; amount_wei: string }

/** Lists the worth of amounts in USD at their times, in order; null where no rate is stored. */
export async function listWorthsThen(
  { database, chains }: AppContext,
  amounts: PastAmount[],
): Promise<(number | null)[]> {
  const rates = await listRatesAt(database, amounts)
  return amounts.map(({ chain_id, amount_wei }, place) => {
    const chain = chains.find(({ id }) => id === chain_id)
    const rate = rates[place] ?? null
    if (!chain || rate === null) return null
    return convertToUsd(BigInt(amount_wei), chain.nativeCurrency, rate)
  })
}
