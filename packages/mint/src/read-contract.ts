import {
  type Abi,
  type Address,
  type ContractFunctionArgs,
  type ContractFunctionName,
  type ContractFunctionReturnType,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
} from 'viem'
import { type BlockTag, isHexData, isRecord, type Rpc } from './rpc.ts'

/** Calls a view of a contract. Rejects like `rpc`, and with a `TypeError` for no contract. */
export async function readContract<
  const A extends Abi,
  N extends ContractFunctionName<A, 'pure' | 'view'>,
>(
  rpc: Rpc,
  contract: Address,
  blockTag: BlockTag,
  call: {
    abi: A
    functionName: N
    args: ContractFunctionArgs<A, 'pure' | 'view', N>
  },
): Promise<ContractFunctionReturnType<A, 'pure' | 'view', N>> {
  // Safe: the type of `call` pairs each function with its arguments; viem cannot see the pair.
  const data = encodeFunctionData(call as never)
  const result = await rpc('eth_call', [{ to: contract, data }, blockTag])
  if (!isHexData(result) || result === '0x') {
    throw new TypeError(`address has no collection contract: ${contract}`)
  }
  // Safe: as above.
  return decodeFunctionResult({ ...call, data: result } as never) as never
}

/** Parses a hexadecimal quantity of JSON-RPC. Throws a `TypeError` for anything else. */
export function parseQuantity(value: unknown): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-f]+$/i.test(value)) {
    throw new TypeError(`rpc result is not a quantity: got ${String(value)}`)
  }
  return BigInt(value)
}

/** Returns a number as a hexadecimal quantity of JSON-RPC. */
export function formatQuantity(value: bigint): Hex {
  return `0x${value.toString(16)}`
}

/** Sends a request; null for an object that the node does not know, undefined on failure. */
export async function tryRpc<T extends object | string>(
  rpc: Rpc,
  method: string,
  params: readonly unknown[],
): Promise<T | null | undefined> {
  try {
    const result = await rpc(method, params)
    // Safe: the methods requested here return results of that form.
    return typeof result === 'string' || isRecord(result) ? (result as T) : null
  } catch {
    return undefined
  }
}

/** Waits `ms` milliseconds, or until the signal aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms)
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done)
  })
}
