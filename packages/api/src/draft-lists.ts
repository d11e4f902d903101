import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { address, chainAlias } from './fields.ts'
import { MAX_CHECKED_ACCOUNTS } from './list-limits.ts'
import { leftOutRow } from './studio.ts'
import * as operations from './studio-operations.ts'

const contractId = z.object({ contract_id: z.uuid('Unknown collection.') })

/** A list of a draft as its creator may edit it further. */
export const getList = endpoint({
  ...operations.getList,
  summary:
    'The stored list of one phase of a draft as CSV (wallet, quantity, price in coins), with the rows that were left out.',
  params: z.object({
    ...contractId.shape,
    phase_id: z.string().check(z.maxLength(40)),
  }),
  replies: {
    200: z.object({
      phase_id: z.number(),
      /** Wallets of the list. */
      entries: z.number(),
      /** Empty cells take the value of the phase. */
      csv: z.string(),
      left_out: z.array(leftOutRow),
    }),
  },
  problems: ['not_found', 'busy'],
  owner: 'draft',
})

export const checkAccounts = endpoint({
  ...operations.checkAccounts,
  summary:
    'Which of up to 500 accounts are contracts on the network of a draft. An account that delegates to code (EIP-7702) is not one.',
  params: contractId,
  body: z.object({
    addresses: z
      .array(address)
      .check(
        z.minLength(1, 'Name at least one account.'),
        z.maxLength(MAX_CHECKED_ACCOUNTS, 'At most 500 accounts in one call.'),
      ),
  }),
  replies: {
    200: z.object({
      /** Those with contract code; `safe`: a Safe, whose owners can mint together. */
      contracts: z.array(z.object({ address, kind: z.enum(['safe', 'contract']) })),
      /** Accounts with a key that delegate to code. */
      delegated: z.number(),
    }),
  },
  problems: ['not_found', 'unknown_chain', 'chain_unavailable', 'too_many_requests'],
  owner: 'draft',
  limited_by: ['list_reads_per_user', 'list_reads_per_client'],
  is_open_read_only: true,
})

export const getHolderSnapshot = endpoint({
  ...operations.getHolderSnapshot,
  summary:
    'The holders of an indexed collection after a confirmed block, as CSV (wallet, quantity), for the lists of a draft.',
  params: contractId,
  body: z.object({
    chain_alias: chainAlias,
    /** Address or alias. */
    contract_address: z.string().check(z.minLength(1), z.maxLength(100)),
    /** Absent: the last confirmed block. */
    block: z.optional(
      z
        .int('Enter the number of a block.')
        .check(z.minimum(0, 'Enter the number of a block.')),
    ),
  }),
  replies: {
    200: z.object({
      name: z.string(),
      block: z.number(),
      holders: z.number(),
      csv: z.string(),
    }),
  },
  problems: ['not_found', 'unknown_chain', 'too_many_requests', 'blocked'],
  owner: 'draft',
  limited_by: ['list_reads_per_user', 'list_reads_per_client'],
  is_open_read_only: true,
})
