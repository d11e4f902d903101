import { Problem } from '@platemark/wire/problem'
import {
  type Address,
  BaseError,
  type Client,
  createClient,
  encodeDeployData,
  encodeFunctionData,
  erc6492SignatureValidatorAbi,
  erc6492SignatureValidatorByteCode,
  fallback,
  type Hex,
  hashMessage,
  http,
  numberToHex,
  parseAbi,
  RpcRequestError,
  recoverMessageAddress,
} from 'viem'
import { getCode } from 'viem/actions'
import type { Chain } from '../../platform/chains.ts'

/** Whether the key of `address` signed `message` (EIP-191). Decided without any chain. */
export async function isSignedByKey(
  address: Address,
  message: string,
  signature: Hex,
): Promise<boolean> {
  if (signature.length !== 2 + 2 * 65) return false
  try {
    const signer = await recoverMessageAddress({ message, signature })
    return signer.toLowerCase() === address.toLowerCase()
  } catch {
    // Bytes that are no signature at all.
    return false
  }
}

/**
 * Whether the contract account at `address` accepts `signature` for `message` on `chain`:
 * ERC-1271 where it is deployed, ERC-6492 where it is not yet.
 * Throws `chain_unavailable` when the chain does not answer.
 */
export async function isSignedByContract(
  chain: Chain,
  address: Address,
  message: string,
  signature: Hex,
): Promise<boolean> {
  const client = clientOf(chain)
  const hash = hashMessage(message)
  try {
    if (signature.endsWith(ERC6492_END)) {
      return await isAcceptedBeforeDeployment(client, address, hash, signature)
    }
    const code = await getCode(client, { address })
    return code !== undefined && (await isAccepted(client, address, hash, signature))
  } catch (error) {
    throw new Problem('chain_unavailable', undefined, { cause: error, retryAfter: 5 })
  }
}

const erc1271 = parseAbi([
  'function isValidSignature(bytes32, bytes) view returns (bytes4)',
])

const ERC6492_END = '6492'.repeat(16)

/** What ERC-1271 answers for yes, as a whole word. */
const ACCEPTED = '0x1626ba7e'.padEnd(66, '0')

/** Enough for passkey wallets, too little to keep a node busy. */
const MOST_GAS = 10_000_000n

async function isAccepted(
  client: Client,
  address: Address,
  hash: Hex,
  signature: Hex,
): Promise<boolean> {
  const data = encodeFunctionData({
    abi: erc1271,
    functionName: 'isValidSignature',
    args: [hash, signature],
  })
  return (await read(client, { to: address, data })) === ACCEPTED
}

async function isAcceptedBeforeDeployment(
  client: Client,
  address: Address,
  hash: Hex,
  signature: Hex,
): Promise<boolean> {
  const data = encodeDeployData({
    abi: erc6492SignatureValidatorAbi,
    bytecode: erc6492SignatureValidatorByteCode,
    args: [address, hash, signature],
  })
  return (await read(client, { data })) === '0x01'
}

/** The answer of a contract, or undefined when it refused to give one. */
async function read(
  client: Client,
  request: { to?: Address; data: Hex },
): Promise<string | undefined> {
  type EthCall = {
    Method: 'eth_call'
    Parameters: [{ to?: Address; data: Hex; gas: Hex }, 'latest']
    ReturnType: Hex
  }
  try {
    return await client.request<EthCall>({
      method: 'eth_call',
      params: [{ ...request, gas: numberToHex(MOST_GAS) }, 'latest'],
    })
  } catch (error) {
    if (isRefusal(error)) return undefined
    throw error
  }
}

/** Codes nodes answer with when a call was executed and failed. */
const failedCalls = new Set([3, -32000, -32003, -32015])

function isRefusal(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false
  const answer = error.walk((one) => one instanceof RpcRequestError)
  if (!(answer instanceof RpcRequestError)) return false
  // Some nodes call every failure of a call an internal error.
  return (
    failedCalls.has(answer.code) || /evm error|out of gas|revert/i.test(answer.details)
  )
}

/** Somebody waits at the wallet: two endpoints, one short try each. */
function clientOf(chain: Chain): Client {
  const transports = chain.rpcUrls
    .slice(0, 2)
    .map((url) => http(url, { timeout: 3000, retryCount: 0 }))
  return createClient({
    chain: chain.client.chain,
    transport: fallback(transports, { retryCount: 0 }),
  })
}
