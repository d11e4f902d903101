import type { BalanceChecks } from '@platemark/api/balance-checks'
import { getAddress } from 'viem'
import type { Chain } from '../../../configuration/chains.ts'
import type { AppContext } from '../../../http/app-context.ts'
import { consumeLimit } from '../../../http/rate-limits.ts'
import { isSessionWallet, type Session } from '../../../http/session.ts'
import { listOwnCheckRows, type OwnCheckRow } from '../queries/balance-checks.ts'
import { inTime } from './bounds.ts'
import { checkContract, findCheckBlock } from './check-contract.ts'

const MAX_LISTED = 100
const MAX_CHECKED = 20

/** Longest wait for the nodes of a chain. */
const MAX_WAIT_MS = 5000

/** Returns the last check of every contract that the caller is a payee of. */
export async function listOwnChecks(
  context: AppContext,
  session: Session,
  silent: string[] = [],
): Promise<BalanceChecks> {
  const rows = await listRows(context, session)
  return {
    collections: rows.flatMap((row) => {
      const chain = context.chains.find(({ id }) => id === row.chain_id)
      return chain ? toCheckedCollection(chain, row) : []
    }),
    silent,
  }
}

/** Checks contracts of the caller now. Throws `too_many_requests`. */
export async function checkOwnBalances(
  context: AppContext,
  session: Session,
): Promise<BalanceChecks> {
  const { database, chains, configuration, clock } = context
  const { limits, rate_limit_scale } = configuration
  await consumeLimit(database, {
    key: `balance-check:${session.user_id}`,
    limit: limits.balance_checks_per_user * rate_limit_scale,
    seconds: 60,
    now: clock(),
  })
  const rows = (await listRows(context, session)).slice(0, MAX_CHECKED)
  const byChain = Map.groupBy(rows, ({ chain_id }) => chain_id)
  const silent = await Promise.all(
    chains.map(async (chain) => {
      const own = byChain.get(chain.id)
      if (!own) return []
      const isDone = await inTime(checkAll(context, chain, own), MAX_WAIT_MS).catch(
        (error: unknown) => reportSilence(context, chain, error),
      )
      return isDone ? [] : [chain.alias]
    }),
  )
  return listOwnChecks(context, session, silent.flat())
}

/** Checks contracts of one chain at one block; false if the chain is not read that far yet. */
export async function checkAll(
  context: AppContext,
  chain: Chain,
  contracts: Parameters<typeof checkContract>[2][],
): Promise<boolean> {
  const block = await findCheckBlock(context, chain)
  if (block === undefined) return false
  for (const contract of contracts) await checkContract(context, chain, contract, block)
  return true
}

/** Logs that a chain could not be checked; returns false. */
export function reportSilence(
  { log }: Pick<AppContext, 'log'>,
  { alias }: Chain,
  error: unknown,
): false {
  // Logs only the error's name: its message may contain the node's URL with a key.
  const reason = error instanceof Error ? error.name : 'unknown'
  log.warn({ chain: alias, reason }, 'balance check failed')
  return false
}

function listRows(
  { database, chains }: AppContext,
  session: Session,
): Promise<OwnCheckRow[]> {
  const account = session.address
  const own = chains.filter(
    ({ id, contracts }) =>
      contracts && isSessionWallet(session, { chain_id: id, address: account }),
  )
  const ids = own.map(({ id }) => id)
  return listOwnCheckRows(database, { account, chains: ids, most: MAX_LISTED })
}

function toCheckedCollection(
  { alias }: Chain,
  { id, address, name, referrers, check }: OwnCheckRow,
): BalanceChecks['collections'][number] {
  return {
    contract_id: id,
    chain_alias: alias,
    contract_address: getAddress(address),
    name,
    referrers,
    check: check && {
      ...check,
      checked_at: new Date(check.checked_at).toISOString(),
      payees: check.payees.map(({ account, ...payee }) => ({
        ...payee,
        address: getAddress(account),
      })),
    },
  }
}
