import { nameDeploymentPlan } from '@platemark/abi/deploy-names'
import { type Address, keccak256, type PrivateKeyAccount } from 'viem'
import { getCode } from 'viem/actions'
import {
  EMBEDDED_SUFFIX,
  RESERVED_FILE,
} from '../../apps/server/src/configuration/names.ts'
import { readReservedNames } from '../../apps/server/src/configuration/reserved-names.ts'
import { planNameCalls, readNameSettings } from '../contracts/name-settings.ts'
import type { KeptChain } from './chain.ts'
import { createChainClient, sendChecked } from './deploy.ts'

/**
 * Deploys the registry of names and its resolver to an embedded chain that lacks them, and opens
 * the sale with the reserved names of the repository. Throws when a transaction reverts.
 */
export async function deployNames(
  chain: KeptChain,
  owner: PrivateKeyAccount,
): Promise<{ registry: Address; resolver: Address }> {
  const client = createChainClient(chain)
  const { registry, resolver } = nameDeploymentPlan(owner.address)
  for (const { address, codeHash, to, data } of [registry, resolver]) {
    const code = await getCode(client, { address })
    if (code && keccak256(code) === codeHash) continue
    await sendChecked(client, owner, { to, data })
  }
  const reserved = readReservedNames(RESERVED_FILE)
  const settings = await readNameSettings(client, registry.address, reserved)
  const wished = { suffix: EMBEDDED_SUFFIX, isOpen: true }
  for (const call of planNameCalls(registry.address, settings, wished)) {
    await sendChecked(client, owner, call)
  }
  return { registry: registry.address, resolver: resolver.address }
}
