import type { Chain } from '../../../configuration/chains.ts'
import type { AppContext } from '../../../http/app-context.ts'
import { findCursor } from '../../../indexer/queries.ts'
import { insertAuditLine } from '../../moderation/service.ts'
import {
  type CheckedContract,
  listPayees,
  type PayeeRow,
  saveCheck,
  sumMints,
} from '../queries/balance-checks.ts'
import { type Obligations, readObligations } from './read-obligations.ts'

type Needs = Pick<AppContext, 'database' | 'clock' | 'log'>

/** Blocks below the head whose state full nodes keep, with a margin. */
const BLOCKS_KEPT = 120

/**
 * Returns the block at which contracts of a chain are checked: the last confirmed one, or a
 * later one where nodes no longer keep its state; undefined while the chain is not read that
 * far. Throws errors of the RPC endpoint.
 */
export async function findCheckBlock(
  { database }: Pick<Needs, 'database'>,
  chain: Chain,
): Promise<number | undefined> {
  const cursor = await findCursor(database, chain.id)
  if (!cursor || !chain.contracts) return undefined
  if (chain.confirmations === 0) return cursor.number
  // viem's `getBlockNumber` would share an older request that hangs.
  const head = Number(await chain.client.request({ method: 'eth_blockNumber' }))
  const block = Math.max(cursor.confirmedNumber, head - BLOCKS_KEPT)
  return block >= chain.contracts.startBlock && block <= cursor.number ? block : undefined
}

/**
 * Checks a contract at a block and stores the result. A disagreement is read a second time, so
 * that one wrong answer raises no alarm. Throws errors of the RPC endpoint.
 */
export async function checkContract(
  needs: Needs,
  chain: Chain,
  contract: CheckedContract,
  block: number,
): Promise<void> {
  const { database } = needs
  const mints = await sumMints(database, contract, block)
  const payees = withCreator(contract, await listPayees(database, contract.id, block))
  const read = async () =>
    judge(await readObligations(chain, contract, { payees, block }))
  const first = await read()
  await store(needs, contract, block, first.state === 'agrees' ? first : await read())

  function judge(found: Obligations) {
    const owed = found.payees.reduce(
      (sum, payee) => sum + payee.owed,
      found.platform + found.referrers,
    )
    const other = found.earned - BigInt(mints.income_wei)
    const isRecorded =
      found.tenths === BigInt(mints.tenths) &&
      found.referred === BigInt(mints.referred) &&
      other >= 0n
    const state =
      owed > found.balance ? 'short' : isRecorded ? 'agrees' : ('differs' as const)
    return { ...found, state, owed, other: other > 0n ? other : 0n } as const
  }
}

type Judged = Obligations & {
  state: 'agrees' | 'short' | 'differs'
  owed: bigint
  other: bigint
}

/** The creator is the only payee of a collection without any, and keeps that share later. */
function withCreator({ creator }: CheckedContract, rows: PayeeRow[]): PayeeRow[] {
  if (rows.some(({ account }) => account === creator)) return rows
  const isAlone = rows.length === 0
  return [...rows, { account: creator, bps: isAlone ? 10_000 : null }]
}

async function store(
  { database, clock, log }: Needs,
  { id, chain_id, address }: CheckedContract,
  block: number,
  { state, balance, owed, platform, referrers, payees, other }: Judged,
): Promise<void> {
  const now = clock()
  const amounts = { owed_wei: String(owed), balance_wei: String(balance) }
  const isAlarm = state !== 'agrees'
  await database.transaction().execute(async (transaction) => {
    const former = await saveCheck(transaction, {
      ...amounts,
      collection_id: id,
      state,
      block_number: block,
      checked_at: now,
      platform_wei: String(platform),
      referrers_wei: String(referrers),
      other_wei: String(other),
      payees: JSON.stringify(
        payees
          .filter(({ bps, owed: amount }) => bps !== null || amount > 0n)
          .map(({ account, bps, owed: amount }) => ({
            account,
            bps,
            owed_wei: String(amount),
          })),
      ),
    })
    if (state === (former ?? 'agrees')) return
    await insertAuditLine(transaction, {
      at: now,
      by: 'balance check',
      action: isAlarm ? 'balance-alarm' : 'balance-alarm-ended',
      chain_id,
      address,
      details: { state, block, ...amounts },
    })
  })
  if (!isAlarm) return
  const fields = { chain_id, collection: address, block, ...amounts }
  if (state === 'short') log.error(fields, 'contract owes more than it holds')
  else log.error(fields, 'contract counters differ from recorded mints')
}
