import type { Deployment } from '@platemark/api/deployments'
import type { Draft } from '@platemark/api/studio'
import {
  declineDeployment,
  getDeployment,
  prepareDeployment,
  reportTransaction,
  updateDraft,
} from '@platemark/api/studio-operations'
import type { ServerDeployment } from '@platemark/mint/deployment-context'
import type { PreparedDeployment } from '@platemark/mint/send-deployment'
import type { Address, Hex } from 'viem'
import { call } from '../../../lib/api.ts'
import { apiQuery } from '../../../lib/query.ts'

const paramsOf = (id: string) => ({ params: { contract_id: id } })

/** Query of how far the deployment of a draft is; its data is the whole body. */
export const deploymentQuery = (id: string) => apiQuery(getDeployment, paramsOf(id))

/** Freezes a draft and returns its transaction. Rejects with a `Problem`. */
export async function prepare(id: string): Promise<PreparedDeployment> {
  const { to, data, value, chain_id, predicted_address, expires_at } = await call(
    prepareDeployment,
    paramsOf(id),
  )
  return {
    chainId: chain_id,
    // Safe: the API contract defines addresses, and hexadecimal data.
    contract: to as Address,
    collection: predicted_address as Address,
    data: data as Hex,
    valueWei: BigInt(value),
    deadline: toUnix(expires_at),
  }
}

/** Reads what the server knows of a deployment. Rejects with a `Problem`. */
export async function readDeployment(id: string): Promise<ServerDeployment> {
  return toServerDeployment(await call(getDeployment, paramsOf(id)))
}

export function report(id: string, transaction_hash: Hex): Promise<unknown> {
  return call(reportTransaction, { ...paramsOf(id), body: { transaction_hash } })
}

/** Opens a draft whose wallet declined the transaction. Rejects with `deployment_pending`. */
export function decline(id: string, predicted_address: Address): Promise<unknown> {
  return call(declineDeployment, { ...paramsOf(id), body: { predicted_address } })
}

/** Opens a draft whose deadline has passed. Rejects with `deployment_pending` before. */
export function reopenDraft(id: string): Promise<Draft> {
  return call(updateDraft, { ...paramsOf(id), body: {} })
}

function toServerDeployment(known: Deployment): ServerDeployment {
  const { state, deadline, predicted_address, transaction_hash } = known
  const isPrepared = state !== 'open' && state !== 'indexed'
  return {
    prepared:
      isPrepared && deadline && predicted_address
        ? // Safe: the API contract defines it as an address.
          { collection: predicted_address as Address, deadline: toUnix(deadline) }
        : null,
    isIndexed: state === 'indexed',
    // Safe: as above, a hash.
    hash: transaction_hash as Hex | null,
  }
}

/** Returns unix seconds. */
export function toUnix(instant: string): number {
  return Math.floor(Date.parse(instant) / 1000)
}
