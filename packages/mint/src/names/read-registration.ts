import { nameRegistryAbi as abi } from '@platemark/abi/name-registry'
import { type Address, type Hex, isAddressEqual, zeroAddress } from 'viem'
import { parseQuantity, readContract } from '../read-contract.ts'
import { type BlockTag, findRevertData, isRecord, type Rpc } from '../rpc.ts'
import { packLabel } from './name-calls.ts'

/** Facts of the chain about a name that an account wants. */
export type RegistrationFacts = {
  /** Null: not registered. */
  owner: Address | null
  isReserved: boolean
  isPaused: boolean
  needsCommitment: boolean
  priceWei: bigint
  balanceWei: bigint
  /** Unix seconds of the commitment; 0: none. */
  committedAt: number
  /** Unix seconds of the block that was read. */
  blockTime: number
}

type Reading = {
  rpc: Rpc
  contract: Address
  blockTag: BlockTag
  account: Address
  name: string
  /** Null where no commitment was made. */
  commitment: Hex | null
}

/** Reads the facts of one registration. Rejects like `rpc`. */
export async function readRegistration(reading: Reading): Promise<RegistrationFacts> {
  const { rpc, contract, blockTag, account, name, commitment } = reading
  const tokenId = packLabel(name)
  const read = <const N extends ViewName>(functionName: N, args: readonly unknown[]) =>
    // Safe: every call below pairs a view with its arguments.
    readContract(rpc, contract, blockTag, { abi, functionName, args } as never)
  const [owner, isReserved, isPaused, needsCommitment, priceWei, committedAt] =
    await Promise.all([
      read('ownerOf', [tokenId]).catch(noOwner),
      read('reserved', [tokenId]),
      read('isPaused', []),
      read('isCommitmentRequired', []),
      read('priceOf', [name]),
      commitment === null ? 0n : read('committedAt', [commitment]),
    ])
  const [balance, block] = await Promise.all([
    rpc('eth_getBalance', [account, blockTag]),
    rpc('eth_getBlockByNumber', [blockTag, false]),
  ])
  return {
    owner: isOwned(owner) ? owner : null,
    isReserved: isReserved === true,
    isPaused: isPaused === true,
    needsCommitment: needsCommitment === true,
    priceWei: BigInt(String(priceWei)),
    balanceWei: parseQuantity(balance),
    committedAt: Number(committedAt),
    blockTime: Number(parseQuantity(isRecord(block) ? block.timestamp : undefined)),
  }
}

type ViewName =
  | 'ownerOf'
  | 'reserved'
  | 'isPaused'
  | 'isCommitmentRequired'
  | 'priceOf'
  | 'committedAt'

/** A name without an owner reverts; other failures are those of the node. */
function noOwner(error: unknown): null {
  if (findRevertData(error)) return null
  throw error
}

function isOwned(owner: unknown): owner is Address {
  return typeof owner === 'string' && !isAddressEqual(owner as Address, zeroAddress)
}

/** Seconds that a commitment must be old, and may be old, by block time. */
export const MIN_COMMITMENT_AGE = 60
const MAX_COMMITMENT_AGE = 86_400

/** Next step of a registration. */
type RegistrationStep =
  /** The account has the name. */
  | { step: 'registered' }
  /** Another account has it, or it is not sold. */
  | { step: 'taken' | 'reserved' | 'paused' }
  /** Send a commitment; `isExpired`: the one before is too old. */
  | { step: 'commit'; isExpired: boolean }
  /** Wait until the commitment is old enough. */
  | { step: 'wait'; secondsLeft: number }
  | { step: 'register' }

/** Returns the next step of a registration by what the chain has. */
export function chooseRegistrationStep(
  facts: RegistrationFacts,
  account: Address,
): RegistrationStep {
  const { owner, isReserved, isPaused, needsCommitment, committedAt, blockTime } = facts
  if (owner) return { step: isAddressEqual(owner, account) ? 'registered' : 'taken' }
  if (isReserved) return { step: 'reserved' }
  if (isPaused) return { step: 'paused' }
  if (!needsCommitment) return { step: 'register' }
  const age = blockTime - committedAt
  if (committedAt === 0) return { step: 'commit', isExpired: false }
  if (age > MAX_COMMITMENT_AGE) return { step: 'commit', isExpired: true }
  if (age < MIN_COMMITMENT_AGE)
    return { step: 'wait', secondsLeft: MIN_COMMITMENT_AGE - age }
  return { step: 'register' }
}
