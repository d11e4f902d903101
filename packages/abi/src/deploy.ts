import {
  type Address,
  bytesToHex,
  concat,
  getContractAddress,
  type Hex,
  hexToBytes,
  keccak256,
  pad,
  size,
  slice,
  zeroHash,
} from 'viem'
import { collectionFactoryCode } from './bytecode/collection-factory.ts'
import { dropCollectionCode } from './bytecode/drop-collection.ts'
import { editionCollectionCode } from './bytecode/edition-collection.ts'
import { managementFacetCode } from './bytecode/management-facet.ts'
import { payoutsCode } from './bytecode/payouts.ts'
import { platformCode } from './bytecode/platform.ts'
import { royaltySplitCode } from './bytecode/royalty-split.ts'

/** A contract to create: send `data` to `to`. */
export type Deployment = {
  contract:
    | 'platform'
    | 'management'
    | 'drop'
    | 'soulbound'
    | 'edition'
    | 'split'
    | 'factory'
    | 'payouts'
  /** The deployer, which has one address on all chains. */
  to: Address
  /** The salt and the creation code. */
  data: Hex
  /** The address of the contract, on every chain. */
  address: Address
  /** keccak256 of its deployed code. */
  codeHash: Hex
}

/** Makes a contract at an address that follows from salt and creation code alone (CREATE2). */
export const DEPLOYER: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/**
 * Plans the contracts of an instance in the order of their deployment, all at addresses that follow
 * from `owner` alone. The owner then calls `setFeeRecipient` of the platform and, where there is a
 * fee, `setMintFee` of the factory (wei per token).
 */
export function deploymentPlan(owner: Address): Deployment[] {
  const platform = deployment('platform', platformCode, [owner], {})
  const payouts = deployment('payouts', payoutsCode, [], {})
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
  const management = deployment('management', managementFacetCode, [PLATFORM], {
    PLATFORM,
  })
  const FACET = management.address
  const dropOf = (contract: 'drop' | 'soulbound', SOULBOUND: Hex) =>
    deployment(contract, dropCollectionCode, [PLATFORM, FACET, SOULBOUND], {
      PLATFORM,
      FACET,
      SOULBOUND,
    })
  const drop = dropOf('drop', NO)
  const soulbound = dropOf('soulbound', YES)
  const edition = deployment('edition', editionCollectionCode, [PLATFORM, FACET], {
    PLATFORM,
    FACET,
  })
  const royaltySplit = deployment('split', royaltySplitCode, [], {})
  // In the order of the factory's constructor.
  const implementations = {
    dropImplementation: drop.address,
    soulboundImplementation: soulbound.address,
    editionImplementation: edition.address,
    royaltySplitImplementation: royaltySplit.address,
  }
  const factory = deployment(
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

/** The compiled code of a contract; immutables are byte offsets in the deployed code. */
type ContractCode<Immutable extends string> = {
  creation: Hex
  runtimeStart: number
  immutables: Readonly<Record<Immutable, readonly number[]>>
}

function deployment<Immutable extends string>(
  contract: Deployment['contract'],
  code: ContractCode<Immutable>,
  constructorArguments: readonly Hex[],
  immutables: Readonly<Record<NoInfer<Immutable>, Hex>>,
): Deployment {
  const bytecode = concat([
    code.creation,
    ...constructorArguments.map((value) => pad(value)),
  ])
  return {
    contract,
    to: DEPLOYER,
    data: concat([zeroHash, bytecode]),
    address: getContractAddress({
      opcode: 'CREATE2',
      from: DEPLOYER,
      salt: zeroHash,
      bytecode,
    }),
    // Hashing takes milliseconds, and most plans are read for their addresses.
    get codeHash() {
      return keccak256(fillImmutables(code, immutables))
    },
  }
}

/** Returns the deployed code: the runtime code with the values of its immutables. */
function fillImmutables<Immutable extends string>(
  { creation, runtimeStart, immutables }: ContractCode<Immutable>,
  values: Readonly<Record<Immutable, Hex>>,
): Hex {
  const runtime = hexToBytes(creation).slice(runtimeStart)
  for (const name of Object.keys(values) as Immutable[]) {
    const value = hexToBytes(pad(values[name]))
    for (const offset of immutables[name]) runtime.set(value, offset)
  }
  return bytesToHex(runtime)
}
