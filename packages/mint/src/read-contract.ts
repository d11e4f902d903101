import {
  type Abi,
  type Address,
  type ContractFunctionArgs,
  type ContractFunctionName,
  type ContractFunctionReturnType,
  decodeFunctionResult,
  encodeFunctionData,
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
  const answer = await rpc('eth_call', [{ to: contract, data }, blockTag])
  if (!isHexData(answer) || answer === '0x') {
    throw new TypeError(`There is no collection at ${contract}.`)
  }
  // Safe: as above.
  return decodeFunctionResult({ ...call, data: answer } as never) as never
}

/** A number as nodes write it. Throws a `TypeError` for anything else. */
export function parseQuantity(value: unknown): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-f]+$/i.test(value)) {
    throw new TypeError('The node answered no number.')
  }
  return BigInt(value)
}

/** Null for what the node does not know, undefined when it did not answer. */
export async function tryRpc<T extends object | string>(
  rpc: Rpc,
  method: string,
  params: readonly unknown[],
): Promise<T | null | undefined> {
  try {
    const answer = await rpc(method, params)
    // Safe: Ethereum's JSON-RPC gives the methods asked here answers of that form.
    return typeof answer === 'string' || isRecord(answer) ? (answer as T) : null
  } catch {
    return undefined
  }
}

/** Lets `ms` milliseconds pass before the next question, fewer where the signal ends it. */
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
