import { toInstant } from '@platemark/api/collection-terms'
import type { Network } from '@platemark/api/config'
import { type Deployment, getDeployment } from '@platemark/api/deployments'
import type { Draft } from '@platemark/api/studio'
import { getDraft } from '@platemark/api/studio'
import { formatAmount, roundToGwei } from '@platemark/rules/amounts'
import { sortTerms } from '@platemark/rules/draft-terms'
import { formatMoment } from '@platemark/rules/times'
import { CommandError } from '../command-error.ts'
import { CollectionFileError } from '../local/collection-file-error.ts'
import { requestPreparation } from './deployment-calls.ts'
import { keepOrder } from './keep-order.ts'
import {
  type CommandSession,
  findNetwork,
  formatPage,
  readTargetDraft,
} from './session.ts'
import { findDescriber, listMissing } from './status.ts'

/** Prepares the deployment of a draft: prints its terms, its cost and the call to sign. */
export async function prepareCollection(session: CommandSession): Promise<void> {
  const { api, output } = session
  const { draft, network, deployment } = await completeDraft(session)
  if (deployment.state === 'indexed') {
    throw new CommandError(`It is already published: ${formatPage(session, draft)}`)
  }
  const prepared = await requestPreparation(api, draft.contract_id)
  const { forEver, stricter, changeable } = listTerms(draft, network, deployment)
  const { contract, collection, data, valueWei, chainId, deadline } = prepared
  output.result(
    {
      ...{
        command: 'prepare',
        draft_id: draft.contract_id,
        contract_address: collection,
      },
      terms: { for_ever: forEver, only_stricter: stricter, can_change: changeable },
      cost: deployment.cost,
      call: { chain_id: chainId, to: contract, data, value: valueWei },
      expires_at: toInstant(deadline),
    },
    [
      ...['Permanent:', ...forEver.map(indent)],
      ...['Only stricter:', ...stricter.map(indent)],
      ...['Can change:', ...changeable.map(indent)],
      `Cost: ${describeCost(deployment, network)}.`,
      `The contract will be at ${collection} on ${network.name}.`,
      `The call: to ${contract}, value ${valueWei} wei, data ${data}`,
      `It can be mined until ${formatMoment(deadline, false)}. Until then the draft stays as it is. Sign and send it: npm run collection -- publish`,
    ],
  )
}

/**
 * Reads a draft that can be deployed, committed to its hidden order. Throws `CommandError` with
 * what is missing.
 */
export async function completeDraft(session: CommandSession) {
  const { api } = session
  const found = await readTargetDraft(session)
  await keepOrder(session, found)
  const params = { contract_id: found.contract_id }
  const draft = await api.call(getDraft, { params })
  const network = findNetwork(session, draft.fields.chain_alias)
  const deployment = await api.call(getDeployment, { params })
  const missing =
    deployment.state === 'open' ? listAllMissing(session, draft, deployment) : []
  if (missing.length > 0) {
    throw new CollectionFileError(['The draft is not complete yet:', ...missing])
  }
  return { draft, network, deployment }
}

function listAllMissing(
  session: CommandSession,
  draft: Draft,
  { missing }: Deployment,
): string[] {
  const describe = findDescriber(session)
  const all = [draft, { missing }].flatMap((one) => listMissing(one, describe))
  return [...new Set(all)]
}

function listTerms(draft: Draft, network: Network, { mint_fee_wei }: Deployment) {
  return sortTerms(draft.fields, BigInt(mint_fee_wei), {
    network: network.name,
    amount: (wei) => formatAmount(wei, network.native_currency),
    commitment: draft.reveal?.commitment ?? null,
  })
}

/** Formats the cost of a deployment for its creator. */
function describeCost({ cost }: Deployment, { native_currency }: Network): string {
  if (!cost) return 'the fee of the network, which cannot be estimated now'
  const fee = formatAmount(roundToGwei(BigInt(cost.network_fee_wei)), native_currency)
  return `about ${cost.is_whole ? '' : 'and at least '}${fee}, the fee of the network alone`
}

function indent(line: string): string {
  return `  ${line}`
}
