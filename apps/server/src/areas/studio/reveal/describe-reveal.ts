import { Problem } from '@platemark/api/problem'
import type { RevealTerms } from '@platemark/api/reveal'
import { getAddress } from 'viem'
import type { AppContext } from '../../../http/app-context.ts'
import type { Session } from '../../../http/session.ts'
import { findCommitment, findOwnCollection } from '../../collections/service.ts'
import { readDraftId } from '../draft-creation.ts'
import { findDraft } from '../queries/drafts.ts'
import { listSetFacts } from '../queries/sets.ts'
import { readManifest } from './read-manifest.ts'
import { readRevealState } from './reveal-state.ts'

/**
 * Returns what a reveal file of a draft or collection is made of. Throws `not_found`, also for
 * other owners', `unknown_chain` for a network that was removed, and `storage_unavailable`.
 */
export async function describeReveal(
  context: AppContext,
  session: Session,
  id: string,
): Promise<RevealTerms> {
  const { chain_id, name, factory, ...known } = await findCommitted(context, session, id)
  const chain = context.chains.find((one) => one.id === chain_id)
  if (!chain) throw new Problem('unknown_chain')
  const manifest = await readManifest(context, id)
  return {
    ...{ chain_id, name, ...known },
    factory: factory ?? chain.contracts?.factory ?? null,
    site: new URL(context.configuration.public_url).host,
    set_hash: manifest?.set_hash ?? null,
    manifest: manifest?.text ?? null,
  }
}

async function findCommitted(context: AppContext, session: Session, id: string) {
  const draft = await findDraft(context.database, id, session)
  if (draft && draft.collection_id === null) {
    const [set] = await listSetFacts(context.database, [id])
    const { commitment = null } = readRevealState(context, draft, set)
    const { name } = draft.fields
    return {
      ...{ chain_id: draft.chain_id, name: String(name), contract_id: id, commitment },
      ...{ factory: null, is_revealed: false },
    }
  }
  const collection = await findOwnCollection(context, session, id)
  if (!collection) throw new Problem('not_found')
  const found = await findCommitment(context.database, collection.id)
  return {
    ...{ chain_id: collection.chain_id, name: collection.name },
    contract_id: found.salt === null ? id : readDraftId(found.salt),
    commitment: found.provenance_hash,
    factory: found.factory && getAddress(found.factory),
    is_revealed: found.was_revealed,
  }
}
