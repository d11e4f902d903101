import { type Address, decodeAbiParameters, type Hex, parseAbi } from 'viem'
import { readContract } from 'viem/actions'
import { WalletError } from '../errors.ts'
import { policyRegistry } from '../smart-account/contracts.ts'
import type { ChainReader } from '../smart-account/fees.ts'
import { isRestrictedSelector } from './check-session-spec.ts'
import { constraintConditions, type SessionSpec } from './session-spec.ts'

const registryAbi = parseAbi([
  'function getCallPolicyStatus(address target, bytes4 selector) view returns (uint8)',
  'function getTransferPolicyStatus(address target) view returns (uint8)',
  'function getApprovalTargetStatus(address token, address target) view returns (uint8)',
])

/** Abstract: there, each policy has to be allowed after a review. */
const REGISTRY_CHAIN_ID = 2741
const ALLOWED = 1

type Check = { target: Address; selector: string; status: Promise<number> }

/** Returns whether sessions of a chain need policies that its registry allows. */
export function hasPolicyRegistry({ id }: { id: number }): boolean {
  return id === REGISTRY_CHAIN_ID
}

/**
 * Asks the registry whether each policy of a session is allowed, on the chain that has one. Throws
 * `WalletError` (`policy_not_allowed`) for the first that is not, and errors of the node.
 */
export async function requireAllowedPolicies(
  reader: ChainReader,
  spec: SessionSpec,
): Promise<void> {
  if (!hasPolicyRegistry(reader.chain)) return
  const checks = [...listCallChecks(reader, spec), ...listTransferChecks(reader, spec)]
  const statuses = await Promise.all(checks.map(({ status }) => status))
  checks.forEach(({ target, selector }, at) => {
    if (statuses[at] === ALLOWED) return
    const values = { target, selector, id: reader.chain.id }
    throw new WalletError('policy_not_allowed', { values })
  })
}

function listCallChecks(reader: ChainReader, { callPolicies }: SessionSpec): Check[] {
  const contract = { address: policyRegistry, abi: registryAbi } as const
  return callPolicies.flatMap(({ target, selector, constraints }) => {
    if (!isRestrictedSelector(selector)) {
      const functionName = 'getCallPolicyStatus'
      const args = [target, selector] as const
      const status = readContract(reader, { ...contract, functionName, args })
      return [{ target, selector, status }]
    }
    return constraints
      .filter(
        ({ index, condition }) =>
          index === 0n && condition === constraintConditions.Equal,
      )
      .map(({ refValue }) => {
        const args = [target, readAddress(refValue)] as const
        const functionName = 'getApprovalTargetStatus'
        const status = readContract(reader, { ...contract, functionName, args })
        return { target, selector, status }
      })
  })
}

function listTransferChecks(
  reader: ChainReader,
  { transferPolicies }: SessionSpec,
): Check[] {
  return transferPolicies.map(({ target }) => ({
    target,
    selector: 'transfer',
    status: readContract(reader, {
      address: policyRegistry,
      abi: registryAbi,
      functionName: 'getTransferPolicyStatus',
      args: [target],
    }),
  }))
}

function readAddress(word: Hex): Address {
  return decodeAbiParameters([{ type: 'address' }], word)[0]
}
