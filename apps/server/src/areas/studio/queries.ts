import { type Selectable, sql } from 'kysely'
import type { Database } from '../../platform/database.ts'
import type { Session } from '../../platform/session.ts'
import type { Tables } from '../../tables.ts'
import type { ListedWallet, ListTerms, ProvenEntry } from './list-file.ts'

export type DraftRow = Selectable<Tables['drafts']>

/** Whose drafts they are: those of a contract account are on its own chain. */
type Owner = Pick<Session, 'address' | 'proven_on'>

/** A draft of `owner`; somebody else's is as good as absent. */
export function findDraft(
  database: Database,
  id: string,
  owner: Owner,
): Promise<DraftRow | undefined> {
  return ownDraft(database, id, owner).executeTakeFirst()
}

/** Finds a draft and keeps it from changing until the transaction ends. */
export function lockDraft(
  transaction: Database,
  id: string,
  owner: Owner,
): Promise<DraftRow | undefined> {
  return ownDraft(transaction, id, owner).forUpdate().executeTakeFirst()
}

const ownDraft = (database: Database, id: string, owner: Owner) =>
  ownDrafts(database, owner).where('id', '=', id)

function ownDrafts(database: Database, { address, proven_on }: Owner) {
  const own = database.selectFrom('drafts').selectAll().where('owner', '=', address)
  return proven_on === null ? own : own.where('chain_id', '=', proven_on)
}

/** The newest block of a chain that counts as confirmed; -1: none. */
export async function findConfirmedNumber(
  database: Database,
  chainId: number,
): Promise<number> {
  const cursor = await database
    .selectFrom('chain_cursors')
    .select('confirmed_number')
    .where('chain_id', '=', chainId)
    .executeTakeFirst()
  return cursor?.confirmed_number ?? -1
}

/** The newest drafts of a wallet that did not become collections. */
export function listDraftsOf(
  database: Database,
  owner: Owner,
  most: number,
): Promise<DraftRow[]> {
  return ownDrafts(database, owner)
    .where('collection_id', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}

export function insertDraft(
  database: Database,
  draft: {
    id: string
    owner: string
    chain_id: number
    alias: string | null
    fields: Record<string, unknown>
    image_file: string | null
    cover_file: string | null
    now: Date
  },
): Promise<DraftRow> {
  const { now, fields, ...columns } = draft
  return database
    .insertInto('drafts')
    .values({
      ...columns,
      fields: JSON.stringify(fields),
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Stores changed fields under a new version: what is prepared later gets another salt. */
export function updateDraftFields(
  database: Database,
  id: string,
  draft: {
    chain_id: number
    alias: string | null
    fields: Record<string, unknown>
    now: Date
  },
): Promise<DraftRow> {
  return database
    .updateTable('drafts')
    .set({
      chain_id: draft.chain_id,
      alias: draft.alias,
      fields: JSON.stringify(draft.fields),
      version: sql<number>`version + 1`,
      updated_at: draft.now,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function markDraftChanged(
  database: Database,
  id: string,
  now: Date,
): Promise<void> {
  await database
    .updateTable('drafts')
    .set({ version: sql<number>`version + 1`, updated_at: now })
    .where('id', '=', id)
    .execute()
}

/** What of a draft can change without another contract coming of it. */
export type PageChanges = {
  visibility?: 'shown' | 'hidden'
  image_file?: string | null
  cover_file?: string | null
}

export async function updateDraftPage(
  database: Database,
  id: string,
  changes: PageChanges,
  now: Date,
): Promise<void> {
  await database
    .updateTable('drafts')
    .set({ ...changes, updated_at: now })
    .where('id', '=', id)
    .execute()
}

export async function deleteDraft(database: Database, id: string): Promise<void> {
  await database.deleteFrom('drafts').where('id', '=', id).execute()
}

/** A name that a user gave a request, and what the request held. */
type DraftKey = { user_id: string; key: string; request_hash: string; draft_id: string }

/** The draft that was made under a key since a time. */
export function findDraftKey(
  database: Database,
  { user_id, key }: Pick<DraftKey, 'user_id' | 'key'>,
  since: Date,
): Promise<DraftKey | undefined> {
  return database
    .selectFrom('draft_keys')
    .select(['user_id', 'key', 'request_hash', 'draft_id'])
    .where('user_id', '=', user_id)
    .where('key', '=', key)
    .where('created_at', '>', since)
    .executeTakeFirst()
}

/** Takes a key for a draft; false when another request has it, or takes it just now. */
export async function claimDraftKey(
  transaction: Database,
  claim: DraftKey,
  { now, since }: { now: Date; since: Date },
): Promise<boolean> {
  await transaction
    .deleteFrom('draft_keys')
    .where('user_id', '=', claim.user_id)
    .where('created_at', '<=', since)
    .execute()
  const claimed = await transaction
    .insertInto('draft_keys')
    .values({ ...claim, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  return claimed !== undefined
}

/** Keeps a draft as it is until its transaction is mined or dropped. */
export async function freezeDraft(
  database: Database,
  id: string,
  prepared: {
    salt: string
    predicted_address: string
    list_root: string | null
    deadline: Date
  },
): Promise<void> {
  await database.updateTable('drafts').set(prepared).where('id', '=', id).execute()
}

/** Gives a draft free again, under a new version, unless it was prepared anew meanwhile. */
export async function thawDraft(
  database: Database,
  id: string,
  salt: string,
): Promise<void> {
  await database
    .updateTable('drafts')
    .set({
      salt: null,
      predicted_address: null,
      list_root: null,
      deadline: null,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .where('salt', '=', salt)
    .where('collection_id', 'is', null)
    .execute()
}

export function findDraftOfDeployment(
  database: Database,
  made: { chainId: number; creator: string; salt: string; address: string },
): Promise<DraftRow | undefined> {
  return database
    .selectFrom('drafts')
    .selectAll()
    .where('chain_id', '=', made.chainId)
    .where('owner', '=', made.creator)
    .where('salt', '=', made.salt)
    .where('predicted_address', '=', made.address)
    .executeTakeFirst()
}

/** Which of these salts the drafts of these owners have. */
export async function listDraftSalts(
  database: Database,
  { chainId, owners, salts }: { chainId: number; owners: string[]; salts: string[] },
): Promise<Set<string>> {
  const found = await database
    .selectFrom('drafts')
    .select('salt')
    .where('chain_id', '=', chainId)
    .where('owner', 'in', owners)
    .where('salt', 'in', salts)
    .execute()
  return new Set(found.flatMap(({ salt }) => salt ?? []))
}

export async function markDraftDeployed(
  database: Database,
  id: string,
  collectionId: string,
): Promise<void> {
  await database
    .updateTable('drafts')
    .set({ collection_id: collectionId })
    .where('id', '=', id)
    .execute()
}

/** How many wallets the lists of some drafts name, by draft and phase. */
export function countEntriesOf(
  database: Database,
  draftIds: readonly string[],
): Promise<{ draft_id: string; phase_id: number; entries: number }[]> {
  if (draftIds.length === 0) return Promise.resolve([])
  return database
    .selectFrom('draft_list_entries')
    .select(['draft_id', 'phase_id'])
    .select(({ fn }) => fn.countAll<number>().as('entries'))
    .where('draft_id', 'in', draftIds)
    .groupBy(['draft_id', 'phase_id'])
    .orderBy('phase_id')
    .execute()
}

export function listEntriesOf(
  database: Database,
  draftId: string,
): Promise<ListedWallet[]> {
  return database
    .selectFrom('draft_list_entries')
    .select(['phase_id', 'address', 'quantity', 'price_wei'])
    .where('draft_id', '=', draftId)
    .orderBy('phase_id')
    .orderBy('address')
    .execute()
}

/** Forgets the lists of phases that the draft no longer has. */
export async function deleteOtherEntries(
  database: Database,
  draftId: string,
  phaseIds: readonly number[],
): Promise<void> {
  let query = database.deleteFrom('draft_list_entries').where('draft_id', '=', draftId)
  if (phaseIds.length > 0) query = query.where('phase_id', 'not in', phaseIds)
  await query.execute()
}

/** Puts `wallets` in place of the list of one phase. */
export async function replaceEntries(
  transaction: Database,
  draftId: string,
  phaseId: number,
  wallets: readonly Omit<ListedWallet, 'phase_id'>[],
): Promise<void> {
  await transaction
    .deleteFrom('draft_list_entries')
    .where('draft_id', '=', draftId)
    .where('phase_id', '=', phaseId)
    .execute()
  for (const some of slices(wallets)) {
    await sql`
      insert into draft_list_entries (draft_id, phase_id, address, quantity, price_wei)
      select ${draftId}, ${phaseId}::integer, address, quantity, price_wei
      from jsonb_to_recordset(${JSON.stringify(some)}::jsonb)
        as wallet (address text, quantity integer, price_wei numeric)`.execute(
      transaction,
    )
  }
}

export type PublishedList = {
  draft_id: string
  root: string
  content_hash: string
  entries: number
  terms: ListTerms
}

/** The list that is deployed with each of some drafts. */
export async function listPublishedOf(
  database: Database,
  draftIds: readonly string[],
): Promise<PublishedList[]> {
  if (draftIds.length === 0) return []
  const rows = await database
    .selectFrom('drafts')
    .innerJoin('lists', 'lists.root', 'drafts.list_root')
    .select(['drafts.id as draft_id', 'root', 'content_hash', 'entries', 'terms'])
    .where('drafts.id', 'in', draftIds)
    .execute()
  // Safe: only `publishList` below writes terms.
  return rows.map((row) => ({ ...row, terms: row.terms as ListTerms }))
}

/**
 * Publishes a list; the same list again changes nothing. Many short statements, so that
 * other callers get their turn between them: nothing reads a list before its draft is frozen.
 * One of them may forget the list meanwhile, because it is void; then the rest is left out.
 */
export async function publishList(
  database: Database,
  list: {
    draft_id: string
    chain_id: number
    root: string
    content_hash: string
    terms: ListTerms
    entries: readonly ProvenEntry[]
    now: Date
  },
): Promise<void> {
  // The draft may have been deleted meanwhile: then there is nothing to publish.
  await sql`
    insert into lists
      (root, chain_id, content_hash, terms, entries, draft_id, published_at)
    select ${list.root}, ${list.chain_id}::bigint, ${list.content_hash},
      ${JSON.stringify(list.terms)}::jsonb, ${list.entries.length}::integer, drafts.id,
      ${list.now}::timestamptz
    from drafts where drafts.id = ${list.draft_id}
    for key share of drafts
    on conflict do nothing`.execute(database)
  for (const some of slices(list.entries)) {
    await sql`
      insert into list_entries
        (root, address, phase_id, packed, quantity, price_wei, proof)
      select lists.root, address, phase_id, packed, quantity, price_wei,
        decode(proof, 'hex')
      from lists, jsonb_to_recordset(${JSON.stringify(some)}::jsonb) as entry
        (address text, phase_id integer, packed numeric, quantity integer,
         price_wei numeric, proof text)
      where lists.root = ${list.root}
      for key share of lists
      on conflict do nothing`.execute(database)
  }
}

/** Forgets lists that were prepared for earlier versions of a draft and never deployed. */
export async function deleteOtherLists(
  database: Database,
  draftId: string,
  root: string | null,
): Promise<void> {
  await database
    .deleteFrom('lists')
    .where('draft_id', '=', draftId)
    .where('root', 'is distinct from', root)
    .execute()
}

/** Statements of a bounded size, so that none holds the database for long. */
function slices<T>(rows: readonly T[]): T[][] {
  const size = 500
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, index) =>
    rows.slice(index * size, (index + 1) * size),
  )
}
