import { collectionAbi } from '@platemark/abi/collection'
import { computeCollectionId } from '@platemark/abi/create-params'
import { toInstant, toSeconds } from '@platemark/api/collection-terms'
import { type FieldProblems, Problem } from '@platemark/api/problem'
import type { DraftPhase } from '@platemark/api/studio'
import { encodeFunctionData, getAddress, type Hex } from 'viem'
import type { AppContext } from '../../http/app-context.ts'
import { consumeUploadBytes } from '../../http/rate-limits.ts'
import type { Session } from '../../http/session.ts'
import {
  findCreation,
  findOwnCollection,
  type OwnCollection,
} from '../collections/service.ts'
import type { CheckedLiveList } from './check-live-list.ts'
import { requireHex } from './draft-creation.ts'
import { type BuiltList, buildListOffThread, hashListFile } from './list-file.ts'
import { insertListPiece } from './queries/lists.ts'
import { hasListInForce, insertLiveList } from './queries/live-lists.ts'
import { findPhaseProblems, listFacts } from './readiness.ts'
import { refuseFields } from './refuse-fields.ts'

type PreparedList = {
  root: string
  content_hash: string
  url: string
  not_before: string
  kept_until: string
  entries: number
  phases: {
    phase_id: number
    entries: number
    duplicates: { address: string; positions: number[] }[]
    duplicate_count: number
  }[]
  transaction: { chain_id: number; to: string; data: string; value: string }
}

/**
 * Stores a further list of a deployed collection and its file, and returns the transaction that
 * adds it. Throws `not_found`, also for other owners', `unknown_chain`, `validation_failed` with
 * sentences on the phases, `busy` and `too_many_requests`.
 */
export async function prepareList(
  context: AppContext,
  session: Session,
  id: string,
  list: CheckedLiveList & { client: string; admit(): Promise<void> },
): Promise<PreparedList> {
  const collection = await findOwnCollection(context, session, id)
  const creation = collection && (await findCreation(context.database, id))
  if (!collection || !creation?.salt) {
    throw new Problem('not_found', 'This collection does not exist.')
  }
  const chain = context.chains.find((one) => one.id === collection.chain_id)
  if (!chain) throw new Problem('unknown_chain')
  // Only now, so that a call for another's collection changes nothing.
  await list.admit()
  const { creator, salt, mint_fee_wei } = creation
  refuseWrongPhases(context, collection, list, BigInt(mint_fee_wei))
  const scope = {
    chainId: chain.id,
    collectionId: computeCollectionId(getAddress(creator), requireHex(salt)),
  }
  const sender = { user: session.user_id, client: list.client }
  const built = await store(context, collection, list, { scope, sender })
  const { root, contentHash, entries } = built
  const opening = Math.min(...list.phases.map(({ start }) => toSeconds(start)))
  const data = encodeFunctionData({
    abi: collectionAbi,
    functionName: 'addList',
    args: [root, contentHash, opening],
  })
  const to = getAddress(collection.address)
  const { file_grace_hours } = context.configuration.limits
  const keptUntil = context.clock().getTime() + file_grace_hours * 3_600_000
  return {
    ...{ root, content_hash: contentHash, entries },
    url: `/lists/${contentHash.slice(2)}.json`,
    not_before: toInstant(opening),
    kept_until: new Date(keptUntil).toISOString(),
    phases: list.lists.map(({ phase_id, entries, duplicates, duplicate_count }) => ({
      ...{ phase_id, entries, duplicates, duplicate_count },
    })),
    transaction: { chain_id: chain.id, to, data, value: '0' },
  }
}

/** Throws `validation_failed` for terms that the contract would not take. */
function refuseWrongPhases(
  { clock }: AppContext,
  { max_supply }: OwnCollection,
  { phases, lists }: CheckedLiveList,
  mintFeeWei: bigint,
): void {
  const known = { now: clock(), max_supply, ...listFacts(lists), mintFeeWei }
  refuseFields({ ...findRepeatedIds(phases), ...findPhaseProblems(phases, known) })
}

function findRepeatedIds(phases: readonly DraftPhase[]): FieldProblems {
  const ids = phases.map(({ phase_id }) => phase_id)
  const problems: FieldProblems = {}
  for (const [index, id] of ids.entries()) {
    if (ids.indexOf(id) === index) continue
    problems[`phases.${index}.phase_id`] = ['Two phases have this id.']
  }
  return problems
}

/** Builds a list and stores it with its file, before its hash appears on the chain. */
async function store(
  context: AppContext,
  { id, chain_id }: OwnCollection,
  { phases, lists }: CheckedLiveList,
  made: {
    scope: { chainId: number; collectionId: Hex }
    sender: { user: string; client: string }
  },
): Promise<{ root: Hex; contentHash: Hex; entries: number }> {
  const { database, files, clock } = context
  const { scope, sender } = made
  let built: { root: Hex; contentHash: Hex; entries: number } | undefined
  const storeFile = async ({ file, root, terms, entries }: BuiltList) => {
    if (await hasListInForce(database, id, root)) {
      refuseFields({ phases: ['The collection already has this list.'] })
    }
    const contentHash = hashListFile(file)
    // The file stays for a while, also if no transaction adds it.
    await consumeUploadBytes(context, sender, file.length)
    await files.put(file, 'json')
    await insertLiveList(database, {
      ...{ root, collection_id: id, chain_id, content_hash: contentHash },
      ...{ terms, entries, now: clock() },
    })
    built = { root, contentHash, entries }
  }
  await buildListOffThread({ scope, phases, lists }, sender, async (part) => {
    if ('file' in part) await storeFile(part)
    else if (built) await insertListPiece(database, built.root, part)
  })
  if (!built) throw new Error(`list of collection ${id} has no file`)
  return built
}
