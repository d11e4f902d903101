import { collectionTerms, toSeconds } from '@platemark/api/collection-terms'
import type { Block } from '@platemark/api/collections'
import type { Draft } from '@platemark/api/studio'
import { collectionState } from '@platemark/rules/collection-state'
import { fileUrl, pictureUrls } from '../../files/images.ts'
import type { AppContext } from '../../http/app-context.ts'
import {
  isHidden,
  type OwnCollection,
  toChecksumAddress,
} from '../collections/service.ts'
import { listOwnerBlocks } from '../moderation/service.ts'
import { toSetOfDraft } from './describe-draft.ts'
import { countDraftEntries } from './queries/lists.ts'
import { countEarlierEntries, countPhaseEntries } from './queries/live-lists.ts'
import { listSetFacts, type SetFacts } from './queries/sets.ts'

/** Returns collections in the studio's form of a draft, with on-chain values. */
export async function describeCollections(
  context: AppContext,
  collections: OwnCollection[],
): Promise<Draft[]> {
  const ids = collections.map(({ id }) => id)
  const [counts, earlier, sets, blocks] = await Promise.all([
    countDraftEntries(context.database, ids),
    countEarlierEntries(context.database, ids, context.clock()),
    listSetFacts(context.database, ids),
    listOwnerBlocks(context.database, collections),
  ])
  const drafted = new Set(counts.map(({ root }) => root))
  const roots = collections.flatMap(({ phases }) =>
    phases.flatMap(({ list }) => (list && !drafted.has(list.root) ? list.root : [])),
  )
  const listed = await countPhaseEntries(context.database, [...new Set(roots)])
  const entries = new Map(
    [...counts, ...listed].map((one) => [`${one.root} ${one.phase_id}`, one.entries]),
  )
  return collections.map((collection) => {
    const listOf = (phase_id: number, list: { root: string; entries: number }) => ({
      entries: entries.get(`${list.root} ${phase_id}`) ?? list.entries,
      earlier_entries:
        earlier.find((one) => one.id === collection.id && one.phase_id === phase_id)
          ?.entries ?? 0,
    })
    const block = blocks.get(collection.id) ?? null
    const set = sets.find(({ contract_id }) => contract_id === collection.id)
    return toDraft(context, { ...collection, block, set }, listOf)
  })
}

function toDraft(
  { chains, clock }: AppContext,
  collection: OwnCollection & { block: Block | null; set: SetFacts | undefined },
  listOf: (
    phaseId: number,
    list: { root: string; entries: number },
  ) => Pick<Draft['lists'][number], 'entries' | 'earlier_entries'>,
): Draft {
  const { id, chain_id, address, image_file, cover_file, phases } = collection
  const chainAlias = chains.find((one) => one.id === chain_id)?.alias ?? String(chain_id)
  const seed = `${chainAlias}-${address}`
  return {
    contract_id: id,
    owner: toChecksumAddress(collection.owner),
    state: collectionState(
      {
        ...collectionTerms(collection),
        isUnreadable: collection.unreadable_block !== null,
      },
      toSeconds(clock().toISOString()),
    ),
    visibility: isHidden(collection) ? 'hidden' : 'shown',
    minted: collection.minted,
    fields: {
      ...fieldsOf(collection, chainAlias),
      art: collection.set ? 'set' : 'one',
      shown: collection.set?.shown ?? 'at_mint',
    },
    image: image_file === null ? null : pictureUrls(image_file, seed),
    animation_url: fileUrl(collection.animation_file),
    cover: cover_file === null ? null : pictureUrls(cover_file, seed),
    set: toSetOfDraft(collection.set),
    work_upload: null,
    reveal: null,
    lists: phases.flatMap(({ phase_id, list }) =>
      list ? [{ ...list, ...listOf(phase_id, list), phase_id, left_out: 0 }] : [],
    ),
    missing: {},
    contract_address: toChecksumAddress(address),
    block: collection.block,
    updated_at: collection.updated_at.toISOString(),
  }
}

function fieldsOf(
  collection: OwnCollection,
  chain_alias: string,
): Omit<Draft['fields'], 'art' | 'shown'> {
  const { links, payees, phases } = collection
  return {
    chain_alias,
    kind: collection.kind,
    name: collection.name,
    symbol: collection.symbol,
    description: collection.description,
    alias: collection.alias,
    links: {
      website: links.website ?? null,
      x: links.x ?? null,
      discord: links.discord ?? null,
      instagram: links.instagram ?? null,
      farcaster: links.farcaster ?? null,
    },
    max_supply: collection.max_supply,
    royalty_bps: collection.royalty_bps,
    royalty_ceiling_bps: collection.royalty_ceiling_bps,
    royalty_receiver: collection.royalty_split === null ? 'owner' : 'split',
    is_transferable: collection.is_transferable,
    notice_seconds: collection.notice_seconds,
    payees: (payees ?? []).map(({ account, bps }) => ({
      address: toChecksumAddress(account),
      bps,
    })),
    phases: phases.map(({ minted: _, list: __, ...phase }) => phase),
    keeps_camera_data: false,
    time_zone: null,
  }
}
