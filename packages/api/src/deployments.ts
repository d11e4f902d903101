import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { address, chainAlias, decimal, hash, instant } from './fields.ts'
import * as operations from './studio-operations.ts'

const contractId = z.object({ contract_id: z.uuid('Unknown collection.') })

/** How far the deployment of a draft is, by the network itself where it counts. */
export const deployment = z.object({
  /**
   * `open`: the draft can be changed and prepared. `pending`: its prepared transaction can be mined
   * until `deadline`. `expired`: it no longer can, and the draft opens again once that is
   * confirmed. `created`: the contract exists, and is not indexed yet. `indexed`: it has its page.
   */
  state: z.enum(['open', 'pending', 'expired', 'created', 'indexed']),
  /** The network's time, which the deadline is judged by. */
  chain_time: instant,
  deadline: z.nullable(instant),
  /**
   * Address of the contract: that of the prepared transaction, or the one that the draft would get
   * as it is. Null while the draft is incomplete, and with lists until it is prepared.
   */
  predicted_address: z.nullable(address),
  /** The hash that a wallet returned for the prepared transaction, as its page reported it. */
  transaction_hash: z.nullable(hash),
  /** The mint fee of the network in wei, which the contract keeps for good. */
  mint_fee_wei: decimal,
  /**
   * Estimated cost of the transaction, of an incomplete draft that of a usual one; null where none
   * can be sent.
   */
  cost: z.nullable(
    z.object({
      gas: decimal,
      /** Gas at the price of recent blocks, with the L1 fee of networks of the OP stack. */
      network_fee_wei: decimal,
      /** False where the L1 fee could not be read. */
      is_whole: z.boolean(),
    }),
  ),
  /** Problems that prevent the deployment now, by the network's time and fee: sentences by field. */
  missing: z.record(z.string(), z.array(z.string())),
  /** The indexed collection. */
  collection: z.nullable(
    z.object({
      chain_alias: chainAlias,
      contract_address: address,
      alias: z.nullable(z.string()),
    }),
  ),
})
export type Deployment = z.infer<typeof deployment>

export const getDeployment = endpoint({
  ...operations.getDeployment,
  summary:
    'How far the deployment of a draft is, what it costs, and what prevents it; changes nothing.',
  params: contractId,
  replies: { 200: deployment },
  problems: ['not_found', 'unknown_chain', 'chain_unavailable'],
  owner: 'draft',
})

export const reportTransaction = endpoint({
  ...operations.reportTransaction,
  summary:
    'Keeps the hash that a wallet returned for the prepared transaction, for the pages of other devices. Nothing is concluded from it.',
  params: contractId,
  body: z.object({ transaction_hash: hash }),
  replies: { 204: z.null() },
  problems: ['not_found'],
  owner: 'draft',
})

export const declineDeployment = endpoint({
  ...operations.declineDeployment,
  summary:
    'Opens a prepared draft again whose transaction the wallet declined, before its deadline. Refused where another session prepared it too, or a transaction was reported or mined.',
  params: contractId,
  /** The address that was prepared. */
  body: z.object({ predicted_address: address }),
  replies: { 204: z.null() },
  problems: [
    'not_found',
    'unknown_chain',
    'chain_unavailable',
    'deployment_pending',
    'already_deployed',
  ],
  owner: 'draft',
})
