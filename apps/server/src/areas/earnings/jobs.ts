import type { Chain } from '../../configuration/chains.ts'
import type { Database } from '../../database/database.ts'
import { every } from '../../every.ts'
import type { AppContext } from '../../http/app-context.ts'
import { listDueContracts } from './queries/balance-checks.ts'
import { listDueSplits } from './queries/royalties.ts'
import { checkAll, reportSilence } from './service/balance-checks.ts'
import { findCheckBlock } from './service/check-contract.ts'
import { readRoyalties } from './service/read-royalties.ts'

const MINUTE = 60_000

/**
 * Starts the job that checks each minute whether contracts hold what they owe, and reads the
 * payments of royalty splits. The returned function stops it.
 */
export function startBalanceChecks(context: AppContext): () => Promise<void> {
  return every(MINUTE, async () => {
    try {
      await checkDueContracts(context)
      await readDueSplits(context)
    } catch (error) {
      context.log.error({ err: error }, 'balance checks failed')
    }
  })
}

/**
 * Checks contracts that are due, a bounded number of each chain; a chain that does not answer
 * goes on in the next run.
 */
export function checkDueContracts(context: AppContext): Promise<void> {
  return forEachChain(context, listDueContracts, (chain, contracts) =>
    checkAll(context, chain, contracts),
  )
}

/**
 * Reads the payments of royalty splits that are due, as bounded as the checks; a chain that does
 * not answer goes on in the next run.
 */
export function readDueSplits(context: AppContext): Promise<void> {
  return forEachChain(context, listDueSplits, async (chain, splits) => {
    const block = await findCheckBlock(context, chain)
    if (block === undefined) return
    for (const split of splits) {
      if (split.from_block <= block) await readRoyalties(context, chain, split, block)
    }
  })
}

/** Does the work of the rows that are due, chain by chain at once; reports silent chains. */
async function forEachChain<Row extends { chain_id: number }>(
  context: AppContext,
  listDue: (
    database: Database,
    which: { chains: number[]; before: Date; most: number },
  ) => Promise<Row[]>,
  work: (chain: Chain, rows: Row[]) => Promise<unknown>,
): Promise<void> {
  const { database, clock, configuration } = context
  const { balance_checks_per_run, balance_check_minutes } = configuration.limits
  const chains = context.chains.filter(({ contracts }) => contracts)
  const due = await listDue(database, {
    chains: chains.map(({ id }) => id),
    before: new Date(clock().getTime() - balance_check_minutes * MINUTE),
    most: balance_checks_per_run,
  })
  const byChain = Map.groupBy(due, ({ chain_id }) => chain_id)
  await Promise.all(
    chains.map(async (chain) => {
      const rows = byChain.get(chain.id)
      if (!rows) return
      await work(chain, rows).catch((error: unknown) =>
        reportSilence(context, chain, error),
      )
    }),
  )
}
