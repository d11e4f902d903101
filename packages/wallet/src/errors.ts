/**
 * Every error of the wallet layer: its code and its text, which `docs/wallet.md` lists as specified.
 * `{name}` stands for a value. Codes are those of EIP-1193, EIP-1474, EIP-3326 and EIP-5792.
 */
const errors = {
  // The window of a cross-app wallet.
  authorization_timeout: [-32002, 'Authorization request timed out'],
  request_timeout: [-32002, 'Request timeout'],
  user_rejected: [4001, 'User rejected request'],
  popup_blocked: [-32603, 'Failed to initialize request'],
  unsupported_request: [4200, 'Unsupported request: {method}'],
  unsupported_chain: [4901, 'Unsupported chain'],
  accounts_not_requested: [4100, "Must call 'eth_requestAccounts' before {method}"],
  chain_does_not_supported: [4902, 'Chain {id} does not supported'],
  provider_unavailable: [4900, 'Wallet provider is unavailable'],
  request_pending: [-32002, 'Request of the wallet is already pending'],
  // The text is the wallet's own.
  popup_error: [-32603, '{message}'],

  // Bytecode of contracts on ZK Stack chains.
  bytecode_too_long: [
    -32602,
    'Bytecode cannot be longer than {max} bytes. Given length: {n}',
  ],
  bytecode_words_even: [-32602, 'Bytecode length in 32-byte words must be odd'],
  bytecode_not_words: [-32602, 'The bytecode length in bytes must be divisible by 32'],

  // Smart accounts.
  not_eip712: [-32602, 'Transaction is not an EIP712 transaction'],
  account_missing: [4100, 'Could not find an Account to execute with this Action'],
  insufficient_balance: [-32003, 'Insufficient balance for transaction'],
  max_fee_too_low: [
    -32602,
    '`maxFeePerGas` cannot be less than the `maxPriorityFeePerGas`',
  ],
  no_calls: [-32602, 'No calls provided'],
  target_required: [-32602, 'Transaction target (to) is required'],
  account_not_deployed: [-32603, 'Smart account not deployed'],
  no_policy: [4100, 'Transaction does not fit any policy'],
  invalid_chain: [-32602, 'Invalid chain specified'],
  chain_not_supported: [4902, 'Chain {id} not supported'],
  chain_id_required: [-32602, 'Chain ID is required'],
  account_not_found: [4100, 'Account not found'],
  transport_required: [-32602, 'Transport is required'],
  signer_required: [-32602, 'Initial signer is required to get smart account address'],
  chain_id_mismatch: [-32602, 'Chain ID mismatch in AGW typed signature'],
  serializer_missing: [-32603, 'Transaction serializer not found on chain'],

  // Rules that the specification names without a text.
  invalid_address: [-32602, 'Address "{address}" is invalid'],
  signature_fields: [
    -32602,
    'Signature must be an RLP-encoded EIP712 transaction of at least 15 fields',
  ],
  session_typed_data: [
    -32602,
    'Session client can only sign EIP712 transactions as typed data',
  ],
  session_target_required: [-32602, 'Transaction must have a to address'],
  session_spec: [-32602, 'Session cannot be created: {reason}'],
  session_closed: [4100, 'Session is {status}'],
  unconstrained_policy: [
    -32602,
    'Unconstrained token approval/transfer destination in call policy.',
  ],
  policy_not_allowed: [
    4100,
    'Session policy {selector} of {target} is not allowed on chain {id}',
  ],
  unsupported_capability: [5700, 'Capability {name} is not supported on chain {id}'],
  duplicate_bundle: [5720, 'Bundle {id} was sent already'],
  unknown_bundle: [5730, 'Bundle {id} is unknown'],
  bundle_too_large: [5740, 'Bundle of {n} calls is too large'],
  upgrade_rejected: [5750, 'Account upgrade was rejected'],
  atomicity_unsupported: [5760, 'Atomic execution is not supported'],
} as const satisfies Record<string, readonly [code: number, text: string]>

/** Kind of an error of the wallet layer. */
export type WalletErrorKind = keyof typeof errors

type Options = {
  /** Values of the text, by the names in its braces. */
  values?: Record<string, string | number | bigint>
  /** The error of a library, node or wallet that this one stands for. */
  cause?: unknown
  /** The code that the wallet sent, in place of the one of the kind. */
  code?: number
}

/** Error of the wallet layer. `message` is the specified text; `code` as in EIP-1193. */
export class WalletError extends Error {
  override readonly name = 'WalletError'
  readonly kind: WalletErrorKind
  readonly code: number

  constructor(kind: WalletErrorKind, { values = {}, cause, code }: Options = {}) {
    const [ownCode, text] = errors[kind]
    const message = text.replace(/\{(\w+)\}/g, (gap, name) => String(values[name] ?? gap))
    super(message, cause === undefined ? undefined : { cause })
    this.kind = kind
    this.code = code ?? ownCode
  }
}

/** Returns whether an error, or a cause of it, is one of these kinds. */
export function isWalletError(error: unknown, ...kinds: WalletErrorKind[]): boolean {
  for (let each = error, depth = 0; each instanceof Error && depth < 10; depth += 1) {
    if (each instanceof WalletError && kinds.includes(each.kind)) return true
    each = each.cause
  }
  return false
}

/**
 * Runs `work`, and throws the error of the layer that stands for what a library threw. An error
 * whose text is none of the layer's passes as it is.
 */
export async function withWalletErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toWalletError(error)
  }
}

/**
 * Returns the error of the layer for an error of a library, which has the specified text with
 * other punctuation, in another case or with more words behind it; any other error unchanged.
 */
export function toWalletError(error: unknown): unknown {
  if (error instanceof WalletError || !(error instanceof Error)) return error
  for (let each: unknown = error, depth = 0; depth < 10; depth += 1) {
    if (!(each instanceof Error)) return error
    const found = readKnown(each.message, error)
    if (found) return found
    each = each.cause
  }
  return error
}

/** Returns the error that a text begins with, or undefined. */
function readKnown(text: string, cause: unknown): WalletError | undefined {
  for (const { kind, pattern } of patterns) {
    const match = pattern.exec(text)
    if (match) return new WalletError(kind, { values: match.groups ?? {}, cause })
  }
  return undefined
}

// Safe: the keys of the table are its kinds.
const kinds = Object.keys(errors) as WalletErrorKind[]

const patterns = kinds
  .filter((kind) => kind !== 'popup_error')
  .map((kind) => ({ kind, pattern: toPattern(errors[kind][1]) }))

/** Makes a pattern of a text, whose gaps are named groups. */
function toPattern(text: string): RegExp {
  const source = text
    .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
    .replace(/\{(\w+)\}/g, '(?<$1>[^\\s"]+?)')
  return new RegExp(`^${source}(?=[.\\s]|$)`, 'i')
}

/** Errors of the account contract (`AGWAccount`), by their names. */
export const accountContractErrors = [
  'ADDRESS_ALREADY_EXISTS',
  'ADDRESS_NOT_EXISTS',
  'BYTES_ALREADY_EXISTS',
  'BYTES_NOT_EXISTS',
  'CALL_FAILED',
  'EMPTY_HOOK_ADDRESS',
  'EMPTY_MODULE_ADDRESS',
  'EMPTY_OWNERS',
  'EMPTY_VALIDATORS',
  'FEE_PAYMENT_FAILED',
  'HOOK_ERC165_FAIL',
  'INSUFFICIENT_FUNDS',
  'INVALID_ADDRESS',
  'INVALID_BYTES',
  'INVALID_KEY',
  'INVALID_PUBKEY_LENGTH',
  'INVALID_SALT',
  'InvalidInitialization',
  'MODULE_ERC165_FAIL',
  'MsgValueMismatch',
  'NOT_FROM_BOOTLOADER',
  'NOT_FROM_DEPLOYER',
  'NOT_FROM_HOOK',
  'NOT_FROM_MODULE',
  'NOT_FROM_SELF',
  'NOT_FROM_SELF_OR_MODULE',
  'NotInitializing',
  'RECUSIVE_MODULE_CALL',
  'SAME_IMPLEMENTATION',
  'UNAUTHORIZED_OUTSIDE_TRANSACTION',
  'VALIDATION_HOOK_FAILED',
  'VALIDATOR_ERC165_FAIL',
] as const

/** Statuses of a bundle (EIP-5792), by their codes. */
export const bundleStatuses = {
  100: 'pending',
  200: 'confirmed',
  400: 'failed before the chain',
  500: 'reverted',
  600: 'reverted in part',
} as const
