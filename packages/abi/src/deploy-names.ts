import type { Address } from 'viem'
import { homeUniversalResolverCode } from './bytecode/home-universal-resolver.ts'
import { nameRegistryCode } from './bytecode/name-registry.ts'
import { offchainNameResolverCode } from './bytecode/offchain-name-resolver.ts'
import { type ContractDeployment, planDeployment } from './contract-deployment.ts'

/**
 * Plans the contracts of names, all at addresses that follow from `owner` alone: `registry` and
 * `resolver` for the home chain, `offchainResolver` for the chain of ENS. The registry is paused
 * until its owner has called `setSuffix`, `setReserved` and `pause(false)`; the offchain resolver
 * needs `setUrls` and `setSigner`.
 */
export function nameDeploymentPlan(owner: Address) {
  const registry = planDeployment('registry', nameRegistryCode, [owner], {})
  const REGISTRY = registry.address
  return {
    registry,
    resolver: planDeployment('resolver', homeUniversalResolverCode, [REGISTRY], {
      REGISTRY,
    }),
    offchainResolver: planDeployment(
      'offchainResolver',
      offchainNameResolverCode,
      [owner],
      {},
    ),
  } satisfies Record<string, ContractDeployment<string>>
}
