import { nameRegistryAbi } from '@platemark/abi/name-registry'
import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  hexToBigInt,
  hexToString,
  keccak256,
  numberToHex,
  parseAbi,
  stringToHex,
} from 'viem'
import type { NameScope, PendingName } from './pending-names.ts'

const abi = nameRegistryAbi

/** Returns the token id of a label: its bytes, left-aligned in 32. */
export function packLabel(label: string): bigint {
  return hexToBigInt(stringToHex(label, { size: 32 }))
}

/** Returns the label of a token id; null for an id that is none, as those of collections. */
export function unpackLabel(tokenId: bigint): string | null {
  const label = hexToString(numberToHex(tokenId, { size: 32 })).replace(/\0+$/, '')
  return /^[a-z0-9-]{3,31}$/.test(label) ? label : null
}

/** Encodes the registration of a name for the account that sends it, with or without a secret. */
export function registerData({ account, name, isPrimary, secret }: PendingName): Hex {
  const tokenId = packLabel(name)
  if (secret === null) {
    const args = [tokenId, account, isPrimary] as const
    return encodeFunctionData({ abi, functionName: 'register', args })
  }
  const args = [toRegistration({ account, name, isPrimary }), secret] as const
  return encodeFunctionData({ abi, functionName: 'registerCommitted', args })
}

/** Encodes the commitment that comes before a registration. */
export function commitData(commitment: Hex): Hex {
  return encodeFunctionData({ abi, functionName: 'commit', args: [commitment] })
}

/** Encodes the primary name of the account that sends it; an empty name clears it. */
export function primaryData(name: string): Hex {
  const args = [name === '' ? 0n : packLabel(name)] as const
  return encodeFunctionData({ abi, functionName: 'setPrimary', args })
}

/** Encodes changes of text records; an empty value removes its record. */
export function textsData(name: string, texts: Readonly<Record<string, string>>): Hex {
  const args = [packLabel(name), Object.keys(texts), Object.values(texts)] as const
  return encodeFunctionData({ abi, functionName: 'setTexts', args })
}

/** Encodes the transfer of a name; contracts that cannot receive tokens refuse it. */
export function transferData(name: string, from: Address, to: Address): Hex {
  const args = [from, to, packLabel(name)] as const
  return encodeFunctionData({ abi, functionName: 'safeTransferFrom', args })
}

/** Errors and the function of the reverse registrar of ENS on rollups (ENSIP-19). */
export const reverseRegistrarAbi = parseAbi(['function setName(string name)'])

/** Encodes the primary name that ENS keeps on a rollup, with its suffix. */
export function reverseNameData(fullName: string): Hex {
  const args = [fullName] as const
  return encodeFunctionData({ abi: reverseRegistrarAbi, functionName: 'setName', args })
}

const commitmentParameters = [
  { type: 'uint256' },
  { type: 'address' },
  { type: 'address' },
  {
    type: 'tuple',
    components: [
      { name: 'tokenId', type: 'uint256' },
      { name: 'to', type: 'address' },
      { name: 'setPrimary', type: 'bool' },
      { name: 'keys', type: 'string[]' },
      { name: 'values', type: 'string[]' },
    ],
  },
  { type: 'bytes32' },
] as const

/**
 * Returns the commitment of a registration, as `hashCommitment` of the registry: computed here,
 * because a node that is asked for it would learn the name.
 */
export function hashRegistration(
  { chainId, contract, account }: NameScope,
  { name, isPrimary }: Pick<PendingName, 'name' | 'isPrimary'>,
  secret: Hex,
): Hex {
  const registration = toRegistration({ account, name, isPrimary })
  const values = [BigInt(chainId), contract, account, registration, secret] as const
  return keccak256(encodeAbiParameters(commitmentParameters, values))
}

function toRegistration(of: Pick<PendingName, 'account' | 'name' | 'isPrimary'>) {
  const { account: to, name, isPrimary: setPrimary } = of
  return { tokenId: packLabel(name), to, setPrimary, keys: [], values: [] }
}
