import { type Draft, type DraftFields, draftFields } from '@platemark/api/studio'
import { getAddress } from 'viem'
import type { Chain } from '../../configuration/chains.ts'
import { fileUrl, pictureUrls } from '../../files/images.ts'
import type { AppContext } from '../../http/app-context.ts'
import type { DraftRow } from './queries/drafts.ts'
import { countDraftEntries, listDraftLists, type PublishedList } from './queries/lists.ts'
import { listSetFacts, type SetFacts } from './queries/sets.ts'
import { listWorkUploads, type WorkUpload } from './queries/uploads.ts'
import { findMissing } from './readiness.ts'
import { readRevealState } from './reveal/reveal-state.ts'

/** Returns a draft for its creator. */
export async function describeDraft(context: AppContext, row: DraftRow): Promise<Draft> {
  const [draft] = await describeDrafts(context, [row])
  if (!draft) throw new Error(`draft ${row.id} is missing from its description`)
  return draft
}

export async function describeDrafts(
  context: AppContext,
  rows: DraftRow[],
): Promise<Draft[]> {
  const ids = rows.map(({ id }) => id)
  const [counts, published, sets, works] = await Promise.all([
    countDraftEntries(context.database, ids),
    listDraftLists(context.database, ids),
    listSetFacts(context.database, ids),
    listWorkUploads(context.database, ids),
  ])
  return rows.map((row) => {
    const listed = counts.filter(({ draft_id }) => draft_id === row.id)
    const list = published.find(({ draft_id }) => draft_id === row.id)
    const set = sets.find(({ contract_id }) => contract_id === row.id)
    const workUpload = works.find(({ draft_id }) => draft_id === row.id)
    return toDraft(context, row, { listed, list, set, workUpload })
  })
}

function toDraft(
  context: AppContext,
  row: DraftRow,
  {
    listed,
    list,
    set,
    workUpload,
  }: {
    listed: { phase_id: number; entries: number; left_out_count: number }[]
    list: PublishedList | undefined
    set: SetFacts | undefined
    workUpload: WorkUpload | undefined
  },
): Draft {
  const fields = toDraftFields(context, row)
  const state = stateOf(row, context.clock())
  const reveal = readRevealState(context, row, set)
  const known = {
    now: context.clock(),
    owner: row.owner,
    canDeploy: canDeployTo(context.chains, fields),
    listed: new Map(listed.map(({ phase_id, entries }) => [phase_id, entries])),
    set,
    workUpload,
    reveal,
  }
  return {
    contract_id: row.id,
    owner: getAddress(row.owner),
    state,
    visibility: row.visibility,
    minted: 0,
    fields,
    image: row.image_file === null ? null : pictureUrls(row.image_file, row.id),
    animation_url: fileUrl(row.animation_file),
    cover: row.cover_file === null ? null : pictureUrls(row.cover_file, row.id),
    set: toSetOfDraft(set),
    work_upload: toWorkUpload(workUpload),
    reveal: reveal.commitment ? { commitment: reveal.commitment } : null,
    lists: listed.map(({ phase_id, entries, left_out_count }) => ({
      phase_id,
      entries,
      earlier_entries: 0,
      left_out: left_out_count,
      root: list?.root ?? null,
      url: list ? `/lists/${list.content_hash.slice(2)}.json` : null,
    })),
    missing: state === 'draft' ? findMissing(fields, known) : {},
    block: null,
    contract_address:
      state === 'draft' || row.predicted_address === null
        ? null
        : getAddress(row.predicted_address),
    updated_at: row.updated_at.toISOString(),
  }
}

function toWorkUpload(upload: WorkUpload | undefined): Draft['work_upload'] {
  if (!upload) return null
  const { upload_id, state, notes } = upload
  return { upload_id, state, notes }
}

/** Returns what a draft or collection shows of its set; null without one. */
export function toSetOfDraft(set: SetFacts | undefined): Draft['set'] {
  if (!set) return null
  const { works, problem_count, upload_id, upload_state: state } = set
  const upload = upload_id !== null && state !== null ? { upload_id, state } : null
  return { works, problem_count, upload }
}

function stateOf(row: DraftRow, now: Date): 'draft' | 'deploying' {
  return row.deadline && now < row.deadline ? 'deploying' : 'draft'
}

/** Returns a draft's fields; a removed network is named by its id. */
export function toDraftFields({ chains }: AppContext, row: DraftRow): DraftFields {
  const chain = chains.find(({ id }) => id === row.chain_id)
  return storedFields(row, chain?.alias ?? String(row.chain_id))
}

/** Returns a draft's fields without the configured networks. */
export function storedFields(
  { fields, alias }: DraftRow,
  chainAlias: string,
): DraftFields {
  return draftFields.parse({ ...fields, alias, chain_alias: chainAlias })
}

/**
 * Returns the columns of a draft; fields with their own column are left out of the JSON.
 */
export function toDraftColumns(
  { chain_alias: _, alias, ...fields }: DraftFields,
  chain: Chain,
) {
  const payees = fields.payees.map(({ address, bps }) => ({
    address: getAddress(address.toLowerCase()),
    bps,
  }))
  return { chain_id: chain.id, alias, fields: { ...fields, payees } }
}

export function canDeployTo(
  chains: readonly Chain[],
  { chain_alias }: DraftFields,
): boolean {
  return chains.some(({ alias, contracts }) => alias === chain_alias && contracts)
}
