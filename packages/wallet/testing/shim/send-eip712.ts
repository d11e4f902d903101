import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  hashTypedData,
  isAddressEqual,
  isHex,
  parseAbi,
  recoverAddress,
  toHex,
} from 'viem'
import { chainConfig, parseEip712Transaction } from 'viem/zksync'
import { NodeError, type NodeRequest } from './node-error.ts'

/** The address that a ZK Stack chain calls accounts from. */
export const BOOTLOADER: Address = '0x0000000000000000000000000000000000008001'

const VALIDATION_GAS = toHex(5_000_000n)
const RECEIPT_MS = 10_000

export function isEip712Transaction(value: unknown): value is Hex {
  return isHex(value) && value.startsWith('0x71')
}

/**
 * Returns a function that sends a signed transaction of type 0x71, and resolves with its hash. An
 * account without code has to have signed it; one with code is asked to validate it, which counts
 * whatever the transaction does afterwards. The account itself is the sender on the chain. Throws
 * `NodeError` for one that is refused; it leaves no trace then.
 */
export function createEip712Sender(request: NodeRequest) {
  // One after another: validation and transaction belong together.
  let last: Promise<unknown> = Promise.resolve()
  return (raw: Hex): Promise<unknown> => {
    const sent = last.then(() => sendEip712(request, raw))
    last = sent.catch(() => {})
    return sent
  }
}

type ParsedTransaction = ReturnType<typeof parseEip712Transaction>

async function sendEip712(request: NodeRequest, raw: Hex): Promise<unknown> {
  const transaction = parse(raw)
  const { from, to, nonce = 0, value = 0n, data = '0x', gas = 0n } = transaction
  const { maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = transaction
  await requireChain(request, transaction)
  await requireNonce(request, from, nonce)
  await requireFunds(request, transaction)
  const hash = hashTypedData(chainConfig.custom.getEip712Domain(transaction))
  const code = await request('eth_getCode', [from, 'pending'])
  if (code === '0x') await requireSigner(transaction, hash)
  else await validate(request, transaction, hash)
  return impersonate(request, {
    from,
    to: to ?? undefined,
    value: toHex(value),
    data,
    gas: toHex(gas),
    nonce: toHex(nonce),
    maxFeePerGas: toHex(maxFeePerGas),
    maxPriorityFeePerGas: toHex(maxPriorityFeePerGas),
  })
}

function parse(raw: Hex): ParsedTransaction {
  const transaction = parseEip712Transaction(raw)
  if (transaction.paymaster)
    throw refused('paymasters are not supported by this stand-in of a node')
  return transaction
}

async function requireChain(request: NodeRequest, { chainId }: ParsedTransaction) {
  const id = Number(await request('eth_chainId', []))
  if (id !== chainId) throw refused(`invalid chain id: got ${chainId}, expected ${id}`)
}

async function requireNonce(request: NodeRequest, from: Address, nonce: number) {
  const next = Number(await request('eth_getTransactionCount', [from, 'pending']))
  if (nonce !== next)
    throw refused(
      `nonce too ${nonce < next ? 'low' : 'high'}: got ${nonce}, next ${next}`,
    )
}

async function requireFunds(request: NodeRequest, transaction: ParsedTransaction) {
  const { from, value = 0n, gas = 0n, maxFeePerGas = 0n } = transaction
  const balance = BigInt(String(await request('eth_getBalance', [from, 'pending'])))
  if (balance < value + gas * maxFeePerGas)
    throw refused('insufficient funds for gas * price + value')
}

async function requireSigner({ from, customSignature }: ParsedTransaction, hash: Hex) {
  const signer = await recoverAddress({
    hash,
    signature: customSignature ?? '0x',
  }).catch(() => undefined)
  if (!signer || !isAddressEqual(signer, from))
    throw refused('signature is not one of the sender')
}

/** Lets the account validate the transaction, first as a trial. */
async function validate(
  request: NodeRequest,
  transaction: ParsedTransaction,
  hash: Hex,
): Promise<void> {
  const data = encodeFunctionData({
    abi: accountAbi,
    functionName: 'validateTransaction',
    args: [hash, hash, toStruct(transaction)],
  })
  const call = { from: BOOTLOADER, to: transaction.from, data, gas: VALIDATION_GAS }
  const result = await request('eth_call', [call, 'pending'])
  const magic = decodeFunctionResult({
    abi: accountAbi,
    functionName: 'validateTransaction',
    // Safe: the node answers a call with hexadecimal data.
    data: result as Hex,
  })
  if (magic !== VALIDATION_SUCCESS)
    throw refused('account validation failed: the signature or its validator is refused')
  const validation = await impersonate(request, call)
  await requireSuccess(request, validation)
}

async function impersonate(
  request: NodeRequest,
  transaction: { from: Address } & Record<string, unknown>,
) {
  await request('anvil_impersonateAccount', [transaction.from])
  try {
    return await request('eth_sendTransaction', [transaction])
  } finally {
    await request('anvil_stopImpersonatingAccount', [transaction.from])
  }
}

/** Waits for the block of a transaction. Throws `NodeError` where it reverted or is not mined. */
async function requireSuccess(request: NodeRequest, hash: unknown): Promise<void> {
  for (const until = Date.now() + RECEIPT_MS; Date.now() < until; ) {
    const receipt = await request('eth_getTransactionReceipt', [hash])
    if (typeof receipt === 'object' && receipt && 'status' in receipt) {
      if (receipt.status === '0x1') return
      throw refused('account validation failed: its state changed meanwhile')
    }
    await new Promise((resume) => setTimeout(resume, 20))
  }
  throw refused('account validation was not mined')
}

function toStruct(transaction: ParsedTransaction) {
  const { from, to, value, data, nonce, gas } = transaction
  return {
    txType: 113n,
    from: BigInt(from),
    to: BigInt(to ?? 0),
    gasLimit: gas ?? 0n,
    gasPerPubdataByteLimit: transaction.gasPerPubdata ?? 0n,
    maxFeePerGas: transaction.maxFeePerGas ?? 0n,
    maxPriorityFeePerGas: transaction.maxPriorityFeePerGas ?? 0n,
    paymaster: 0n,
    nonce: BigInt(nonce ?? 0),
    value: value ?? 0n,
    reserved: [0n, 0n, 0n, 0n] as const,
    data: data ?? '0x',
    signature: transaction.customSignature ?? '0x',
    factoryDeps: [],
    paymasterInput: '0x' as const,
    reservedDynamic: '0x' as const,
  }
}

/** Code and form in which nodes refuse a transaction. */
function refused(message: string): NodeError {
  return new NodeError({ code: -32000, message })
}

const accountAbi = parseAbi([
  'struct Transaction { uint256 txType; uint256 from; uint256 to; uint256 gasLimit; uint256 gasPerPubdataByteLimit; uint256 maxFeePerGas; uint256 maxPriorityFeePerGas; uint256 paymaster; uint256 nonce; uint256 value; uint256[4] reserved; bytes data; bytes signature; bytes32[] factoryDeps; bytes paymasterInput; bytes reservedDynamic; }',
  'function validateTransaction(bytes32, bytes32, Transaction) payable returns (bytes4)',
])

/** Selector of `validateTransaction`, by which an account accepts. */
const VALIDATION_SUCCESS = '0x202bcce7'
