import { toSeconds } from '@platemark/api/collection-terms'
import {
  type Deployment,
  getDeployment,
  reportTransaction,
} from '@platemark/api/deployments'
import type { Reply } from '@platemark/api/endpoint'
import { prepareDeployment } from '@platemark/api/studio'
import type { ServerDeployment } from '@platemark/mint/deployment-context'
import type { PreparedDeployment } from '@platemark/mint/send-deployment'
import type { Hex } from 'viem'
import type { Api } from '../local/api.ts'
import { requireHex } from '../local/collection.ts'

/** Freezes a draft and returns its transaction. Throws a `Problem`. */
export async function requestPreparation(
  api: Api,
  contract_id: string,
): Promise<PreparedDeployment> {
  return toPrepared(await api.call(prepareDeployment, { params: { contract_id } }))
}

/** Returns the transaction of a frozen draft, from the API's reply. */
export function toPrepared(
  prepared: Reply<typeof prepareDeployment>,
): PreparedDeployment {
  return {
    chainId: prepared.chain_id,
    contract: requireHex(prepared.to),
    collection: requireHex(prepared.predicted_address),
    data: requireHex(prepared.data),
    valueWei: BigInt(prepared.value),
    deadline: toSeconds(prepared.expires_at),
  }
}

/** Reads how far the server knows a deployment. Throws a `Problem`. */
export async function readServerDeployment(
  api: Api,
  contract_id: string,
): Promise<ServerDeployment> {
  return toServerDeployment(await api.call(getDeployment, { params: { contract_id } }))
}

/** Returns what the server knows of a deployment, from the API's reply. */
export function toServerDeployment(known: Deployment): ServerDeployment {
  const { state, deadline, predicted_address, transaction_hash } = known
  const isPrepared = state !== 'open' && state !== 'indexed'
  return {
    prepared:
      isPrepared && deadline && predicted_address
        ? { collection: requireHex(predicted_address), deadline: toSeconds(deadline) }
        : null,
    isIndexed: state === 'indexed',
    hash: transaction_hash === null ? null : requireHex(transaction_hash),
  }
}

/** Reports the hash of a deployment to the server, for pages of other devices. */
export function reportHash(api: Api, contract_id: string, hash: Hex): Promise<unknown> {
  const body = { transaction_hash: hash }
  return api.call(reportTransaction, { params: { contract_id }, body })
}
