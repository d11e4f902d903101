import {
  type Address,
  encodeAbiParameters,
  getAbiItem,
  type Hash,
  type Hex,
  keccak256,
  parseAbi,
} from 'viem'

/** Kinds of limits, by their numbers on the chain. */
export const limitTypes = { Unlimited: 0, Lifetime: 1, Allowance: 2 } as const
export type LimitType = (typeof limitTypes)[keyof typeof limitTypes]

/** Conditions on a word of a call's data, by their numbers on the chain. */
export const constraintConditions = {
  Unconstrained: 0,
  Equal: 1,
  Greater: 2,
  Less: 3,
  GreaterEqual: 4,
  LessEqual: 5,
  NotEqual: 6,
} as const
export type ConstraintCondition =
  (typeof constraintConditions)[keyof typeof constraintConditions]

/** Statuses of a session, in the order of their numbers on the chain. */
export const sessionStatuses = ['NotInitialized', 'Active', 'Closed', 'Expired'] as const
export type SessionStatus = (typeof sessionStatuses)[number]

/** Limit of a sum: none, for the life of the session, or for each period in seconds. */
export type UsageLimit = { limitType: LimitType; limit: bigint; period: bigint }

/** Condition and limit of the word `index` behind the selector of a call. */
export type SessionConstraint = {
  condition: ConstraintCondition
  index: bigint
  refValue: Hex
  limit: UsageLimit
}

/** Permission to call a function of a contract; values in wei. */
export type CallPolicy = {
  target: Address
  selector: Hex
  maxValuePerUse: bigint
  valueLimit: UsageLimit
  constraints: readonly SessionConstraint[]
}

/** Permission to send coins to an address; values in wei. */
export type TransferPolicy = {
  target: Address
  maxValuePerUse: bigint
  valueLimit: UsageLimit
}

/** A session: which key may send which transactions until when. */
export type SessionSpec = {
  /** Address of the session key. */
  signer: Address
  /** Last second in which it counts. */
  expiresAt: bigint
  /** Limit of the fees in wei. */
  feeLimit: UsageLimit
  callPolicies: readonly CallPolicy[]
  transferPolicies: readonly TransferPolicy[]
}

/** A limit that holds nothing back. */
export const unlimited: UsageLimit = {
  limitType: limitTypes.Unlimited,
  limit: 0n,
  period: 0n,
}

/** Returns a limit for the life of a session. */
export function lifetimeLimit(limit: bigint): UsageLimit {
  return { limitType: limitTypes.Lifetime, limit, period: 0n }
}

/** Returns a limit for each period of so many seconds, counted from the Unix epoch. */
export function allowanceLimit(limit: bigint, period: bigint): UsageLimit {
  return { limitType: limitTypes.Allowance, limit, period }
}

/** Functions and events of the module that holds sessions. */
export const sessionModuleAbi = parseAbi([
  'struct UsageLimit { uint8 limitType; uint256 limit; uint256 period; }',
  'struct Constraint { uint8 condition; uint64 index; bytes32 refValue; UsageLimit limit; }',
  'struct CallPolicy { address target; bytes4 selector; uint256 maxValuePerUse; UsageLimit valueLimit; Constraint[] constraints; }',
  'struct TransferPolicy { address target; uint256 maxValuePerUse; UsageLimit valueLimit; }',
  'struct SessionSpec { address signer; uint256 expiresAt; UsageLimit feeLimit; CallPolicy[] callPolicies; TransferPolicy[] transferPolicies; }',
  'struct LimitState { uint256 remaining; address target; bytes4 selector; uint256 index; }',
  'struct SessionState { uint256 expiresAt; uint8 status; uint256 feesRemaining; LimitState[] transferValue; LimitState[] callValue; LimitState[] callParams; }',
  'event SessionCreated(address indexed account, bytes32 indexed sessionHash, SessionSpec sessionSpec)',
  'event SessionRevoked(address indexed account, bytes32 indexed sessionHash)',
  'function createSession(SessionSpec sessionSpec)',
  'function revokeKeys(bytes32[] sessionHashes)',
  'function sessionState(address account, SessionSpec spec) view returns (SessionState)',
  'function sessionStatus(address account, bytes32 sessionHash) view returns (uint8)',
])

const { inputs } = getAbiItem({ abi: sessionModuleAbi, name: 'createSession' })

/** Encodes a session as the module reads it. */
export function encodeSessionSpec(spec: SessionSpec): Hex {
  return encodeAbiParameters(inputs, [spec])
}

/** Returns the hash by which the module knows a session of an account. */
export function hashSessionSpec(spec: SessionSpec): Hash {
  return keccak256(encodeSessionSpec(spec))
}
