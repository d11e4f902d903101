import {
  type Address,
  encodeFunctionData,
  type Hex,
  keccak256,
  parseAbi,
  toBytes,
} from 'viem'
import { getCode, readContract } from 'viem/actions'
import { WalletError } from '../errors.ts'
import { accountFactory, ownerValidator } from './contracts.ts'
import type { ChainReader } from './fees.ts'

const factoryAbi = parseAbi([
  'function deployAccount(bytes32 salt, bytes initializer) payable returns (address)',
  'function getAddressForSalt(bytes32 salt) view returns (address)',
])

const initializerAbi = parseAbi([
  'struct Call { address target; bool allowFailure; uint256 value; bytes callData; }',
  'function initialize(address owner, address validator, bytes[] modules, Call first)',
])

/**
 * Returns the address of the smart account of a signer, deployed or not, as the factory computes
 * it. Throws `WalletError` (`signer_required`) without a signer.
 */
export async function readSmartAccountAddress(
  reader: ChainReader,
  signer: Address | undefined,
): Promise<Address> {
  if (!signer) throw new WalletError('signer_required')
  return readContract(reader, {
    address: accountFactory,
    abi: factoryAbi,
    functionName: 'getAddressForSalt',
    args: [makeSalt(signer)],
  })
}

/** Returns whether an account has code on the chain. */
export async function isAccountDeployed(
  reader: ChainReader,
  address: Address,
): Promise<boolean> {
  return (await getCode(reader, { address })) !== undefined
}

/**
 * Returns the call of the factory that deploys the account of a signer, its first owner, and lets
 * the new account make its first call.
 */
export function encodeDeployment(
  signer: Address,
  first: { to: Address; value?: bigint; data?: Hex },
): { to: Address; data: Hex } {
  const initializer = encodeFunctionData({
    abi: initializerAbi,
    functionName: 'initialize',
    args: [
      signer,
      ownerValidator,
      [],
      {
        target: first.to,
        allowFailure: false,
        value: first.value ?? 0n,
        callData: first.data ?? '0x',
      },
    ],
  })
  const data = encodeFunctionData({
    abi: factoryAbi,
    functionName: 'deployAccount',
    args: [makeSalt(signer), initializer],
  })
  return { to: accountFactory, data }
}

function makeSalt(signer: Address): Hex {
  return keccak256(toBytes(signer))
}
