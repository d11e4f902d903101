import { type Selectable, sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import type { Tables } from '../../../tables.ts'

export type RewardClaimRow = Selectable<Tables['campaign_claims']>

/** Counts the claims of each reward of a campaign. */
export async function countClaims(
  database: Database,
  id: string,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ reward: string; n: number }>`
    select reward, count(*) as n from campaign_claims where campaign_id = ${id}
    group by reward`.execute(database)
  return new Map(rows.map(({ reward, n }) => [reward, n]))
}

/** Lists the claims of an entry. */
export function listClaims(
  database: Database,
  id: string,
  address: string,
): Promise<RewardClaimRow[]> {
  return database
    .selectFrom('campaign_claims')
    .selectAll()
    .where('campaign_id', '=', id)
    .where('address', '=', address)
    .execute()
}

/**
 * Inserts a claim, unless there is one, and locks it until the end of the transaction. Returns it.
 */
export async function takeClaim(
  transaction: Database,
  id: string,
  claim: Pick<RewardClaimRow, 'reward' | 'address' | 'account' | 'status' | 'created_at'>,
): Promise<RewardClaimRow> {
  await transaction
    .insertInto('campaign_claims')
    .values({ campaign_id: id, ...claim })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return transaction
    .selectFrom('campaign_claims')
    .selectAll()
    .where('campaign_id', '=', id)
    .where('reward', '=', claim.reward)
    .where('address', '=', claim.address)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Stores the newest voucher of a claim. */
export async function saveVoucher(
  transaction: Database,
  { campaign_id, reward, address }: RewardClaimRow,
  { voucher, deadline }: { voucher: object; deadline: Date },
): Promise<void> {
  await transaction
    .updateTable('campaign_claims')
    .set({ status: 'signed', voucher: JSON.stringify(voucher), deadline })
    .where('campaign_id', '=', campaign_id)
    .where('reward', '=', reward)
    .where('address', '=', address)
    .execute()
}
