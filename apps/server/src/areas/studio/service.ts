import { randomUUID } from 'node:crypto'
import { Problem } from '@platemark/api/problem'
import type {
  Draft,
  DraftChanges,
  DraftFields,
  NewDraft,
  PicturedDraft,
  StudioEntry,
} from '@platemark/api/studio'
import type { Chain } from '../../configuration/chains.ts'
import type { Database } from '../../database/database.ts'
import type { AppContext } from '../../http/app-context.ts'
import { isSessionWallet, type Session } from '../../http/session.ts'
import {
  isAliasOfCollection,
  isOtherVersion,
  isTakenAlias,
  listEditedCollections,
  listOwnCollections,
  refuseChangedElsewhere,
} from '../collections/service.ts'
import { listRevenue } from '../stats/service.ts'
import { type CheckedList, MAX_LIST_ENTRIES } from './check-list.ts'
import { describeCollections } from './describe-collection.ts'
import {
  describeDraft,
  describeDrafts,
  storedFields,
  toDraftColumns,
  toDraftFields,
} from './describe-draft.ts'
import { describeOwn } from './describe-own.ts'
import { claimKey, findCreatedDraft, toNamedRequest } from './draft-keys.ts'
import { type DraftOwner, formatDeadline, refuseMoreDrafts } from './draft-limits.ts'
import { findOwnersFields } from './editor-fields.ts'
import type { ListTerms } from './list-file.ts'
import { lockOpenDraft, openDraft } from './open-draft.ts'
import {
  findDraftOfDeployment,
  listDraftSalts,
  markDraftDeployed,
} from './queries/deployments.ts'
import { findHolds } from './queries/draft-limits.ts'
import {
  insertDraft,
  listDrafts,
  listEditedDrafts,
  markDraftChanged,
  updateDraftFields,
} from './queries/drafts.ts'
import {
  countDraftEntries,
  deleteDraftList,
  deleteOtherDraftLists,
  replaceDraftList,
} from './queries/lists.ts'
import { settleSet } from './queries/sets.ts'
import { findContradictions } from './readiness.ts'
import { refuseFields } from './refuse-fields.ts'
import { collectNotes, storeUpload } from './store-upload.ts'

export { type ListTerms, listDraftSalts }

/** Most drafts, and most collections, in the studio's list. */
const MAX_SHOWN = 1000

/**
 * Creates a draft, which may be incomplete; the same request with the same `key` returns
 * the same draft. Pictures are stored first and are public by their hash from then on.
 */
export async function createDraft(
  context: AppContext,
  session: Session,
  sent: NewDraft,
  uploads: { image?: Uint8Array; cover?: Uint8Array },
  key?: string,
): Promise<PicturedDraft> {
  const { database, clock } = context
  const request = toNamedRequest(session.user_id, key, { fields: sent, ...uploads })
  const made = request && (await findCreatedDraft(context, request))
  if (made) {
    const draft = await describeOwn(context, session, made.draft_id)
    return { ...draft, picture_notes: made.notes }
  }
  const chain_alias = sent.chain_alias ?? firstNetwork(context, session)
  const fields: DraftFields = { ...sent, chain_alias }
  const chain = chainOf(context, session, chain_alias)
  refuseFields(findContradictions(fields))
  await refuseTakenAlias(context, database, {
    ...{ owner: session.address, chain_id: chain.id },
    ...{ alias: fields.alias, draftId: null },
  })
  const image = await storeUpload(context, session.user_id, uploads.image, fields)
  const cover = await storeUpload(context, session.user_id, uploads.cover, fields)
  const picture_notes = collectNotes({ image, cover })
  const id = randomUUID()
  const row = await database.transaction().execute(async (transaction) => {
    const now = clock()
    const claim = { draft_id: id, notes: picture_notes }
    if (request && !(await claimKey(transaction, request, claim, now))) return undefined
    await refuseMoreDrafts(context, transaction, {
      owner: session.address,
      chain_id: chain.id,
    })
    const columns = toDraftColumns(fields, chain)
    return insertDraft(transaction, {
      ...{ id, owner: session.address, ...columns, now },
      ...{ image_file: image?.name ?? null, cover_file: cover?.name ?? null },
    })
  })
  if (row) return { ...(await describeDraft(context, row)), picture_notes }
  // A concurrent identical request created the draft: return that one.
  return createDraft(context, session, sent, uploads, key)
}

/**
 * Updates fields of a draft, with `if_updated_at` only the version of that time; a co-editor
 * its texts. Throws `not_found` where the caller lacks the rights, `deployment_pending` while a prepared transaction could
 * still be mined, `already_deployed`, and `changed_elsewhere` with the present draft.
 */
export async function updateDraft(
  context: AppContext,
  session: Session,
  id: string,
  { if_updated_at, ...changes }: DraftChanges & { if_updated_at?: string | undefined },
): Promise<Draft> {
  const { database, clock } = context
  await openDraft(context, session, id, 'editor')
  const done = await database.transaction().execute(async (transaction) => {
    const locked = await lockOpenDraft(transaction, session, id, 'editor')
    if (isOtherVersion(locked, if_updated_at)) return { other: locked }
    const stored = toDraftFields(context, locked)
    const changed = present(changes)
    if (locked.owner !== session.address) refuseFields(findOwnersFields(stored, changed))
    const fields = { ...stored, ...changed }
    const chain = chainOf(context, session, fields.chain_alias)
    refuseFields(findContradictions(fields))
    const owner = { owner: locked.owner, chain_id: chain.id }
    if (locked.chain_id !== chain.id) await refuseMoreDrafts(context, transaction, owner)
    await refuseTakenAlias(context, transaction, {
      ...owner,
      ...{ alias: fields.alias, draftId: id },
    })
    await deleteOtherDraftLists(transaction, id, allowlistsOf(fields))
    const columns = toDraftColumns(fields, chain)
    return { row: await updateDraftFields(transaction, id, { ...columns, now: clock() }) }
  })
  const { other } = done
  if (other) return refuseChangedElsewhere(() => describeDraft(context, other))
  return describeDraft(context, done.row)
}

/**
 * Lists the caller's drafts and collections with their revenue, and those of others that they
 * may edit without it, newest first.
 */
export async function listStudio(
  context: AppContext,
  session: Session,
): Promise<StudioEntry[]> {
  const rows = [
    ...(await listDrafts(context.database, session, MAX_SHOWN)),
    ...(await listEditedDrafts(context.database, session, MAX_SHOWN)),
  ]
  const own = await listOwnCollections(context, session, MAX_SHOWN)
  const edited = await listEditedCollections(context, session, MAX_SHOWN)
  const collections = [...own, ...edited]
  const [drafts, deployed, revenues] = await Promise.all([
    describeDrafts(context, rows),
    describeCollections(context, collections),
    listRevenue(context, own),
  ])
  const kept = new Map([...rows, ...collections].map((row) => [row.id, row]))
  const timeOf = ({ contract_id }: Draft) => Number(kept.get(contract_id)?.created_at)
  const deadlines = new Map(rows.map(({ id, deadline }) => [id, deadline]))
  const entries = [
    ...drafts.map((draft) => ({
      ...draft,
      revenue: null,
      deadline: deadlines.get(draft.contract_id)?.toISOString() ?? null,
    })),
    ...deployed.map((collection) => ({
      ...collection,
      revenue: revenues.get(collection.contract_id) ?? null,
      deadline: null,
    })),
  ]
  return entries.sort((a, b) => timeOf(b) - timeOf(a))
}

/**
 * Replaces the list of one allowlist phase, removes it if the new one is empty, and returns
 * its repeated wallets. Throws as
 * `updateDraft` does.
 */
export async function setList(
  context: AppContext,
  session: Session,
  id: string,
  list: CheckedList & { admit(): Promise<void> },
): Promise<Pick<CheckedList, 'phase_id' | 'entries' | 'duplicates' | 'duplicate_count'>> {
  const { database, clock } = context
  await openDraft(context, session, id)
  await list.admit()
  await database.transaction().execute(async (transaction) => {
    const locked = await lockOpenDraft(transaction, session, id)
    if (!allowlistsOf(toDraftFields(context, locked)).includes(list.phase_id)) {
      refuseFields({ phase_id: ['The draft has no allowlist phase with this id.'] })
    }
    const others = (await countDraftEntries(transaction, [id]))
      .filter(({ phase_id }) => phase_id !== list.phase_id)
      .reduce((sum, { entries }) => sum + entries, 0)
    if (others + list.entries > MAX_LIST_ENTRIES) {
      refuseFields({ entries: ['All lists together can have at most 100,000 wallets.'] })
    }
    const { duplicates: _, duplicate_count: _count, admit: _admit, ...stored } = list
    if (list.entries + list.left_out_count > 0) {
      await replaceDraftList(transaction, id, stored)
    } else await deleteDraftList(transaction, id, list.phase_id)
    await markDraftChanged(transaction, id, clock())
  })
  const { phase_id, entries, duplicates, duplicate_count } = list
  return { phase_id, entries, duplicates, duplicate_count }
}

/** Columns that a draft contributes to its deployed collection. */
export type ClaimedDraft = {
  id: string
  /** Null also if another collection of the network has taken it. */
  alias: string | null
  description: string
  links: Record<string, string | null>
  image_file: string | null
  animation_file: string | null
  cover_file: string | null
  visibility: 'shown' | 'hidden'
  /** Title of the public phase; undefined if the draft has none. */
  publicPhaseTitle: string | undefined
}

/**
 * Returns the draft of a created collection; undefined if it has none. Accepts any letter
 * case; call it inside the indexer's transaction.
 */
export async function claimDeployment(
  transaction: Database,
  created: { chainId: number; creator: string; salt: string; address: string },
): Promise<ClaimedDraft | undefined> {
  const row = await findDraftOfDeployment(transaction, {
    chainId: created.chainId,
    creator: created.creator.toLowerCase(),
    salt: created.salt.toLowerCase(),
    address: created.address.toLowerCase(),
  })
  if (!row) return undefined
  const fields = storedFields(row, 'any')
  const isTaken =
    row.alias !== null &&
    (await isAliasOfCollection(transaction, {
      chainId: row.chain_id,
      alias: row.alias,
      exceptDraft: row.id,
    }))
  return {
    id: row.id,
    alias: isTaken ? null : row.alias,
    description: fields.description,
    links: fields.links,
    image_file: row.image_file,
    animation_file: row.animation_file,
    cover_file: row.cover_file,
    visibility: row.visibility,
    publicPhaseTitle: fields.phases.find(({ kind }) => kind === 'public')?.title,
  }
}

/** Links a draft to its collection, which marks it as deployed. */
export async function markDeployed(
  transaction: Database,
  draftId: string,
  collectionId: string,
): Promise<void> {
  await markDraftDeployed(transaction, draftId, collectionId)
  await settleSet(transaction, draftId)
}

/** Returns the network of a draft that names none: the first that can be deployed to. */
function firstNetwork({ chains }: AppContext, { proven_on }: Session): string {
  const own = chains.filter(({ id }) => proven_on === null || id === proven_on)
  const first = own.find(({ contracts }) => contracts) ?? own[0]
  if (!first) throw new Problem('unknown_chain')
  return first.alias
}

/** Returns the network of a draft; a contract account can only deploy on its own. */
function chainOf({ chains }: AppContext, session: Session, alias: string): Chain {
  const chain = chains.find((one) => one.alias === alias)
  if (!chain) throw new Problem('unknown_chain')
  if (!isSessionWallet(session, { chain_id: chain.id, address: session.address })) {
    refuseFields({ chain_alias: ['Your wallet is a contract on another network.'] })
  }
  return chain
}

/**
 * Refuses an alias that is taken on a network. Throws `alias_taken`, with the time until
 * which another deployment of the same wallet holds it, if one does.
 */
async function refuseTakenAlias(
  { clock }: AppContext,
  database: Database,
  wanted: DraftOwner & { alias: string | null; draftId: string | null },
): Promise<void> {
  const { alias, chain_id, draftId: exceptDraft } = wanted
  if (alias === null) return
  const now = clock()
  const slug = { chainId: chain_id, alias, exceptDraft, now }
  if (!(await isTakenAlias(database, slug))) return
  const [own] = await findHolds(database, wanted, now, alias)
  if (!own) throw new Problem('alias_taken')
  throw new Problem(
    'alias_taken',
    `Another deployment of this wallet reserves that address until ${formatDeadline(own)}. Send its transaction, or wait until then.`,
  )
}

function allowlistsOf({ phases }: DraftFields): number[] {
  return phases.flatMap(({ kind, phase_id }) => (kind === 'allowlist' ? [phase_id] : []))
}

/** Omits fields that were not sent. */
function present(changes: DraftChanges): Partial<DraftFields> {
  const sent = Object.entries(changes).filter(([, value]) => value !== undefined)
  // Safe: the entries are those of `changes`, without the undefined ones.
  return Object.fromEntries(sent) as Partial<DraftFields>
}
