import { type Address, type Hex, keccak256, size, slice } from 'viem'
import { collectionFactoryCode } from './bytecode/collection-factory.ts'
import { dropCollectionCode } from './bytecode/drop-collection.ts'
import { editionCollectionCode } from './bytecode/edition-collection.ts'
import { managementFacetCode } from './bytecode/management-facet.ts'
import { payoutsCode } from './bytecode/payouts.ts'
import { platformCode } from './bytecode/platform.ts'
import { royaltySplitCode } from './bytecode/royalty-split.ts'
import {
  type ContractDeployment,
  fillImmutables,
  planDeployment,
} from './contract-deployment.ts'

/** A contract of an instance. */
export type Deployment = ContractDeployment<
  | 'platform'
  | 'management'
  | 'drop'
  | 'soulbound'
  | 'edition'
  | 'split'
  | 'factory'
  | 'payouts'
>

/**
 * Plans the contracts of an instance in the order of their deployment, all at addresses that follow
 * from `owner` alone. The owner then calls `setFeeRecipient` of the platform and, where there is a
 * fee, `setMintFee` of the factory (wei per token).
 */
export function deploymentPlan(owner: Address): Deployment[] {
  const platform = planDeployment('platform', platformCode, [owner], {})
  const payouts = planDeployment('payouts', payoutsCode, [], {})
  return [platform, ...planContracts(platform.address), payouts]
}

/**
 * Returns whether this is the code of a factory of this version, with any platform: its other
 * addresses are derived from that of the platform.
 */
export function isFactoryCode(code: Hex): boolean {
  if (
    size(code) !==
    size(collectionFactoryCode.creation) - collectionFactoryCode.runtimeStart
  )
    return false
  const [offset] = collectionFactoryCode.immutables.platform
  const platform = slice(code, offset + 12, offset + 32)
  const factory = planContracts(platform).find(({ contract }) => contract === 'factory')
  return factory?.codeHash === keccak256(code)
}

/** Returns the deployed code of a platform, the same for every owner. */
export function platformRuntime(): Hex {
  return fillImmutables(platformCode, {})
}

/** Plans the contracts of a platform: the implementations of collections and their factory. */
export function planContracts(PLATFORM: Address): Deployment[] {
  const management = planDeployment('management', managementFacetCode, [PLATFORM], {
    PLATFORM,
  })
  const FACET = management.address
  const dropOf = (contract: 'drop' | 'soulbound', SOULBOUND: Hex) =>
    planDeployment(contract, dropCollectionCode, [PLATFORM, FACET, SOULBOUND], {
      PLATFORM,
      FACET,
      SOULBOUND,
    })
  const drop = dropOf('drop', NO)
  const soulbound = dropOf('soulbound', YES)
  const edition = planDeployment('edition', editionCollectionCode, [PLATFORM, FACET], {
    PLATFORM,
    FACET,
  })
  const royaltySplit = planDeployment('split', royaltySplitCode, [], {})
  // In the order of the factory's constructor.
  const implementations = {
    dropImplementation: drop.address,
    soulboundImplementation: soulbound.address,
    editionImplementation: edition.address,
    royaltySplitImplementation: royaltySplit.address,
  }
  const factory = planDeployment(
    'factory',
    collectionFactoryCode,
    [PLATFORM, ...Object.values(implementations)],
    { platform: PLATFORM, ...implementations },
  )
  return [management, drop, soulbound, edition, royaltySplit, factory]
}

/** Returns the address of each contract of a plan. */
export function deployedAddresses(
  plan: readonly Deployment[],
): Record<Deployment['contract'], Address> {
  const entries = plan.map(({ contract, address }) => [contract, address] as const)
  // Safe: a plan names every contract.
  return Object.fromEntries(entries) as Record<Deployment['contract'], Address>
}

const NO: Hex = '0x00'
const YES: Hex = '0x01'
