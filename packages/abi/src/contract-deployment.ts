import {
  type Address,
  bytesToHex,
  concat,
  getContractAddress,
  type Hex,
  hexToBytes,
  keccak256,
  pad,
  zeroHash,
} from 'viem'

/** A contract to create: send `data` to `to`. */
export type ContractDeployment<Contract extends string> = {
  contract: Contract
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

/** The compiled code of a contract; immutables are byte offsets in the deployed code. */
type ContractCode<Immutable extends string> = {
  creation: Hex
  runtimeStart: number
  immutables: Readonly<Record<Immutable, readonly number[]>>
}

/**
 * Plans a contract at the address that follows from its code and its constructor's arguments, which
 * are words.
 */
export function planDeployment<Contract extends string, Immutable extends string>(
  contract: Contract,
  code: ContractCode<Immutable>,
  constructorArguments: readonly Hex[],
  immutables: Readonly<Record<NoInfer<Immutable>, Hex>>,
): ContractDeployment<Contract> {
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
export function fillImmutables<Immutable extends string>(
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
