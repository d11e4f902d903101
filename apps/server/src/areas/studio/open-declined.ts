import { Problem } from '@platemark/api/problem'
import { getAddress } from 'viem'
import { getCode } from 'viem/actions'
import type { AppContext } from '../../http/app-context.ts'
import type { Session } from '../../http/session.ts'
import { withChainErrors } from './deployment.ts'
import { pendingDeployment } from './open-draft.ts'
import { thawDraft } from './queries/deployments.ts'
import { findDraft } from './queries/drafts.ts'

/**
 * Opens a draft whose wallet declined the prepared transaction. The decline is the word of the page, so
 * it counts only where no other session has that transaction, none was reported, and none is mined:
 * a request that is open elsewhere could still be confirmed beside a later one. Throws `not_found`,
 * also for other owners', `unknown_chain`, `chain_unavailable`, `deployment_pending` and
 * `already_deployed`.
 */
export async function openDeclined(
  context: AppContext,
  session: Session,
  id: string,
  { predicted_address }: { predicted_address: string },
): Promise<void> {
  const draft = await findDraft(context.database, id, session)
  if (!draft) throw new Problem('not_found', 'This draft does not exist.')
  if (draft.collection_id) throw new Problem('already_deployed')
  if (draft.salt === null || draft.predicted_address === null) return
  const isOwn =
    draft.predicted_address === predicted_address.toLowerCase() &&
    draft.prepared_by === session.id &&
    draft.transaction_hash === null
  if (!isOwn) throw pendingDeployment(context, draft)
  const chain = context.chains.find((one) => one.id === draft.chain_id)
  if (!chain) throw new Problem('unknown_chain')
  const address = getAddress(draft.predicted_address)
  const code = await withChainErrors(chain, () => getCode(chain.client, { address }))
  if (code !== undefined) throw pendingDeployment(context, draft)
  await thawDraft(context.database, id, draft.salt)
}
