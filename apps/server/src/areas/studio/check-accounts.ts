import { Problem } from '@platemark/api/problem'
import { isContractCode, isDelegation } from '@platemark/rules/account-code'
import { type Address, getAddress, parseAbi } from 'viem'
import { getCode, readContract } from 'viem/actions'
import type { Chain } from '../../configuration/chains.ts'
import type { AppContext } from '../../http/app-context.ts'
import type { Session } from '../../http/session.ts'
import { findDraft } from './queries/drafts.ts'

/** Contracts that are asked whether they are a Safe; further ones are not. */
const MAX_ASKED_CONTRACTS = 50

type AccountKinds = {
  contracts: { address: string; kind: 'safe' | 'contract' }[]
  delegated: number
}

/**
 * Returns which accounts are contracts on the network of a draft: one read of a node for each
 * account, sent in batches, and two more for each of the first 50 contracts. Throws
 * `not_found`, `unknown_chain`, `chain_unavailable`, and what `admit` throws.
 */
export async function checkAccounts(
  { database, chains }: AppContext,
  session: Session,
  id: string,
  { addresses, admit }: { addresses: readonly string[]; admit(): Promise<void> },
): Promise<AccountKinds> {
  const draft = await findDraft(database, id, session)
  if (!draft) throw new Problem('not_found', 'This draft does not exist.')
  const chain = chains.find((one) => one.id === draft.chain_id)
  if (!chain) throw new Problem('unknown_chain')
  await admit()
  const accounts = [...new Set(addresses.map((one) => getAddress(one.toLowerCase())))]
  try {
    const codes = await Promise.all(
      accounts.map((address) => getCode(chain.client, { address })),
    )
    const contracts = accounts.filter((_, at) => isContractCode(codes[at]))
    const asked = contracts.slice(0, MAX_ASKED_CONTRACTS)
    const safes = await Promise.all(asked.map((address) => isSafe(chain, address)))
    return {
      contracts: contracts.map((address, at) => ({
        address,
        kind: safes[at] ? 'safe' : 'contract',
      })),
      delegated: codes.filter((code) => isDelegation(code)).length,
    }
  } catch (cause) {
    throw new Problem('chain_unavailable', undefined, { cause, retryAfter: 5 })
  }
}

const safeAbi = parseAbi([
  'function getThreshold() view returns (uint256)',
  'function getOwners() view returns (address[])',
])

/** Returns whether a contract has owners and a threshold as a Safe has. */
async function isSafe({ client }: Chain, address: Address): Promise<boolean> {
  const call = { address, abi: safeAbi } as const
  try {
    const [threshold, owners] = await Promise.all([
      readContract(client, { ...call, functionName: 'getThreshold' }),
      readContract(client, { ...call, functionName: 'getOwners' }),
    ])
    return threshold >= 1n && threshold <= BigInt(owners.length)
  } catch {
    // A revert or another result: some other contract.
    return false
  }
}
