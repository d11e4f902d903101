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
export async function checkDueContracts(context: AppContext): Promise<void> {
  const { database, clock, configuration } = context
  const { balance_checks_per_run, balance_check_minutes } = configuration.limits
  const chains = context.chains.filter(({ contracts }) => contracts)
  const due = await listDueContracts(database, {
    chains: chains.map(({ id }) => id),
    before: new Date(clock().getTime() - balance_check_minutes * MINUTE),
    most: balance_checks_per_run,
  })
  const byChain = Map.groupBy(due, ({ chain_id }) => chain_id)
  await Promise.all(
    chains.map(async (chain) => {
      const contracts = byChain.get(chain.id)
      if (!contracts) return
      await checkAll(context, chain, contracts).catch((error: unknown) =>
        reportSilence(context, chain, error),
      )
    }),
  )
}

/**
 * Reads the payments of royalty splits that are due, as bounded as the checks; a chain that does
 * not answer goes on in the next run.
 */
export async function readDueSplits(context: AppContext): Promise<void> {
  const { database, clock, configuration } = context
  const { balance_checks_per_run, balance_check_minutes } = configuration.limits
  const chains = context.chains.filter(({ contracts }) => contracts)
  const due = await listDueSplits(database, {
    chains: chains.map(({ id }) => id),
    before: new Date(clock().getTime() - balance_check_minutes * MINUTE),
    most: balance_checks_per_run,
  })
  const byChain = Map.groupBy(due, ({ chain_id }) => chain_id)
  await Promise.all(
    chains.map(async (chain) => {
      try {
        const splits = byChain.get(chain.id) ?? []
        const block = splits.length > 0 ? await findCheckBlock(context, chain) : undefined
        if (block === undefined) return
        for (const split of splits) {
          if (split.from_block <= block) await readRoyalties(context, chain, split, block)
        }
      } catch (error) {
        reportSilence(context, chain, error)
      }
    }),
  )
}
