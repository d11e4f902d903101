import { collectionAbi } from '@platemark/abi/collection'
import { Problem } from '@platemark/api/problem'
import { findForeign, parseRevealFile } from '@platemark/rules/reveal-file'
import { encodeFunctionData, getAddress, stringToHex } from 'viem'
import type { Chain } from '../../../configuration/chains.ts'
import type { AppContext } from '../../../http/app-context.ts'
import { consumeStudioLimit } from '../../../http/rate-limits.ts'
import type { Session } from '../../../http/session.ts'
import {
  findCommitment,
  findOwnCollection,
  type OwnCollection,
} from '../../collections/service.ts'
import { metadataUrl, readDraftId, requireHex } from '../draft-creation.ts'
import { findDraft } from '../queries/drafts.ts'
import { copySet, setRevealedIds } from '../queries/reveals.ts'
import {
  type Opening,
  openCommitmentOffThread,
  refuseReveal,
  shortenHash,
} from './open-commitment.ts'
import { readManifest, type StoredManifest } from './read-manifest.ts'

type RevealRequest = {
  file?: string | undefined
  secret?: string | undefined
  works_of?: string | undefined
}

type PreparedReveal = {
  manifest_hash: string
  transaction: { chain_id: number; to: string; data: string; value: string } | null
}

/** A collection with a commitment on the chain. */
type Hidden = {
  collection: OwnCollection
  chain: Chain
  commitment: string
  contract_id: string | undefined
  factory: string
  was_revealed: boolean
}

/**
 * Checks a reveal file or a secret against the commitment on the chain, stores which token shows
 * which work, and returns the transaction that reveals them. Nothing is shown before the index
 * has its event. Throws `not_found`, also for other owners', `validation_failed` with a sentence
 * on the file, the secret or the works, `unknown_chain`, `storage_unavailable`,
 * `busy` and `too_many_requests`.
 */
export async function prepareReveal(
  context: AppContext,
  session: Session,
  id: string,
  { client, ...sent }: RevealRequest & { client: string },
): Promise<PreparedReveal> {
  const hidden = await findHidden(context, session, id)
  // Only now, so that a call for another's collection changes nothing.
  await consumeStudioLimit(context, 'preparation', { user: session.user_id, client })
  const opening = readOpening(sent, hidden)
  const worksOf = sent.works_of ?? hidden.collection.id
  const manifest = await findWorks(context, session, hidden, sent.works_of)
  const { commitment } = hidden
  const opened = await openCommitmentOffThread(
    { opening, manifest, commitment },
    { user: session.user_id, client },
  )
  await storeOrder(context, hidden.collection.id, worksOf, opened.order)
  const { chain, collection } = hidden
  const manifest_hash = opened.manifestHash
  if (hidden.was_revealed) return { manifest_hash, transaction: null }
  const data = encodeFunctionData({
    abi: collectionAbi,
    functionName: 'reveal',
    args: [stringToHex(metadataUrl(context, chain)), manifest_hash, opening.secret],
  })
  const to = getAddress(collection.address)
  return { manifest_hash, transaction: { chain_id: chain.id, to, data, value: '0' } }
}

async function findHidden(
  context: AppContext,
  session: Session,
  id: string,
): Promise<Hidden> {
  const collection = await findOwnCollection(context, session, id)
  if (!collection) throw new Problem('not_found', 'This collection does not exist.')
  const chain = context.chains.find((one) => one.id === collection.chain_id)
  if (!chain) throw new Problem('unknown_chain')
  const found = await findCommitment(context.database, collection.id)
  const { provenance_hash: commitment, salt, was_revealed } = found
  if (commitment === null) {
    refuseReveal({
      contract_id: 'Nothing is hidden in this collection.',
    })
  }
  const contract_id = salt === null ? undefined : readDraftId(salt)
  const factory = found.factory ?? chain.contracts?.factory ?? ''
  return { collection, chain, commitment, contract_id, factory, was_revealed }
}

/** Returns the secret, and the file that it came from. */
function readOpening({ file, secret }: RevealRequest, hidden: Hidden): Opening {
  if (secret !== undefined) return { secret: requireHex(secret), file: undefined }
  if (file === undefined)
    refuseReveal({ file: 'Choose the reveal file of this collection.' })
  const read = parseRevealFile(file)
  if ('problem' in read) refuseReveal({ file: read.problem })
  const { chain, contract_id, commitment, factory } = hidden
  const foreign = findForeign(read.file, {
    chain_id: chain.id,
    factory,
    contract_id,
  })
  if (foreign) refuseReveal({ file: foreign })
  if (read.file.commitment !== commitment) {
    refuseReveal({
      file: `This is not the reveal file of this collection: it opens ${shortenHash(read.file.commitment)}, and the chain has ${shortenHash(commitment)}. Choose an earlier or later file of the same collection.`,
    })
  }
  return { secret: read.file.secret, file: read.file }
}

/** Finds the manifest of the collection's works, or of those in a draft of the caller. */
async function findWorks(
  context: AppContext,
  session: Session,
  { collection }: Hidden,
  worksOf: string | undefined,
): Promise<StoredManifest> {
  if (worksOf !== undefined) {
    const draft = await findDraft(context.database, worksOf, session)
    if (!draft) throw new Problem('not_found', 'This draft does not exist.')
  }
  const manifest = await readManifest(context, worksOf ?? collection.id)
  if (manifest) return manifest
  refuseReveal({
    works_of: worksOf
      ? 'This draft has no set of works. Upload the works to it first.'
      : 'This site does not have the works of the collection. Upload them as the set of a draft, and choose that draft.',
  })
}

function storeOrder(
  { database }: AppContext,
  contractId: string,
  worksOf: string,
  order: readonly number[],
): Promise<void> {
  const ids = order.map((work, place) => ({
    token_id: work + 1,
    revealed_id: place + 1,
  }))
  return database.transaction().execute(async (transaction) => {
    if (worksOf !== contractId) {
      await copySet(transaction, { from: worksOf, to: contractId })
    }
    await setRevealedIds(transaction, contractId, ids)
  })
}
