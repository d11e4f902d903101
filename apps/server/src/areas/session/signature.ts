import { isDelegation } from '@platemark/rules/account-code'
import {
  type Address,
  compactSignatureToSignature,
  encodeDeployData,
  encodeFunctionData,
  erc6492SignatureValidatorAbi,
  erc6492SignatureValidatorByteCode,
  type Hex,
  hashMessage,
  isAddressEqual,
  parseAbi,
  parseCompactSignature,
  recoverMessageAddress,
  serializeSignature,
  size,
} from 'viem'
import type { Chain } from '../../configuration/chains.ts'
import type { CallContract, ContractCall, SignInChain } from './verify-on-chain.ts'

/** Bytes of a key's signature: r, s and v, or r and s with the parity in its first bit. */
const FULL_BYTES = 65
const COMPACT_BYTES = 64

/**
 * Returns whether the key of `address` signed `message` (EIP-191), without a chain
 * request. Accepts 65 bytes with a recovery byte from 0 or 27, and 64 bytes (ERC-2098).
 */
export async function isSignedByKey(
  address: Address,
  message: string,
  signature: Hex,
): Promise<boolean> {
  const length = size(signature)
  if (length !== FULL_BYTES && length !== COMPACT_BYTES) return false
  try {
    const full = length === FULL_BYTES ? signature : expandCompact(signature)
    const signer = await recoverMessageAddress({ message, signature: full })
    return isAddressEqual(signer, address)
  } catch {
    // The bytes are no signature.
    return false
  }
}

function expandCompact(signature: Hex): Hex {
  const compact = parseCompactSignature(signature)
  return serializeSignature(compactSignatureToSignature(compact))
}

/**
 * Returns whether the contract account at `address` accepts `signature` on `chain`, by
 * ERC-1271 if deployed and ERC-6492 if not. A delegated account (EIP-7702) is its key's, so
 * what its code accepts proves nothing. Needs one call, and one read of code if accepted.
 */
export async function isSignedByContract(
  { call, readCode }: SignInChain,
  chain: Pick<Chain, 'stack'>,
  signed: Signed,
): Promise<boolean> {
  if (!(await isAcceptedByContract(call, chain, signed))) return false
  return !isDelegation(await readCode(signed.address))
}

type Signed = { address: Address; message: string; signature: Hex }

async function isAcceptedByContract(
  call: CallContract,
  { stack }: Pick<Chain, 'stack'>,
  { address, message, signature }: Signed,
): Promise<boolean> {
  const hash = hashMessage(message)
  if (!signature.endsWith(ERC6492_END)) {
    // The result is empty where no contract is deployed.
    const args = [hash, signature] as const
    const data = encodeFunctionData({ abi: erc1271, args })
    return (await call({ to: address, data })) === ACCEPTED
  }
  const args = [address, hash, signature] as const
  const result = await call(stack === 'zk' ? toZkValidator(args) : toOwnValidator(args))
  // The validator returns a single byte, or a whole word where it is deployed.
  return result !== undefined && /^0x(00){0,31}01$/.test(result)
}

const erc1271 = parseAbi([
  'function isValidSignature(bytes32, bytes) view returns (bytes4)',
])

/** ERC-1271 magic value, as a whole word. */
const ACCEPTED = '0x1626ba7e'.padEnd(66, '0')

const ERC6492_END = '6492'.repeat(16)

type Validated = readonly [signer: Address, hash: Hex, signature: Hex]

function toOwnValidator(args: Validated): ContractCall {
  const bytecode = erc6492SignatureValidatorByteCode
  return { data: encodeDeployData({ abi: erc6492SignatureValidatorAbi, bytecode, args }) }
}

/** Address of the validator on zkSync chains, which cannot run undeployed code. */
const ZK_VALIDATOR = '0xfb688330379976da81eb64fe4bf50d7401763b9c'

function toZkValidator(args: Validated): ContractCall {
  const abi = erc6492SignatureValidatorAbi
  const data = encodeFunctionData({ abi, functionName: 'isValidSig', args })
  return { to: ZK_VALIDATOR, data }
}
