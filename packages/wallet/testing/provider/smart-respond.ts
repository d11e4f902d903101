import { type Hex, hexToBigInt, isHex } from 'viem'
import { readField } from '../../src/read-field.ts'
import type {
  BatchCall,
  SmartAccount,
  SmartTransaction,
} from '../../src/smart-account/smart-account.ts'
import type { ProviderAccount } from './respond.ts'

/**
 * Returns a smart account as the stand-in for a wallet provider serves it. It answers the four
 * requests that a page sends for a smart wallet, each as the owner who approves, and refuses those for
 * other chains, and every other method, by a text.
 */
export function createSmartProviderAccount(account: SmartAccount): ProviderAccount {
  return {
    address: account.address,
    async respond({ method, params: [first, second], chainId }) {
      if (chainId !== account.chain.id) throw new Error(`Chain ${chainId} not supported`)
      const calls = readCalls(first)
      switch (method) {
        case 'privy_sendSmartWalletTx':
          return calls
            ? account.sendBatch(calls)
            : account.sendTransaction(readTransaction(first))
        case 'privy_signSmartWalletTx':
          return calls
            ? account.signBatch(calls)
            : account.signTransaction(readTransaction(first))
        case 'privy_signSmartWalletMessage':
          return account.signMessage(readMessage(first))
        case 'privy_signSmartWalletTypedData':
          return account.signTypedData(readTypedData(second))
        default:
          throw new Error(`Unsupported request: ${method}`)
      }
    },
  }
}

/** Returns the calls of a batch; undefined where the request is one transaction. */
function readCalls(request: unknown): BatchCall[] | undefined {
  const calls = readField(request, 'calls')
  if (!Array.isArray(calls)) return undefined
  return calls.map(readTransaction).map(({ to, ...call }) => ({
    ...call,
    ...(to && { to }),
  }))
}

function readTransaction(request: unknown): SmartTransaction {
  const [to, data] = [readHex(request, 'to'), readHex(request, 'data')]
  const [value, gas] = [readHex(request, 'value'), readHex(request, 'gas')]
  return {
    ...(to && { to }),
    ...(data && { data }),
    ...(value && { value: hexToBigInt(value) }),
    ...(gas && { gas: hexToBigInt(gas) }),
  }
}

/** Returns a field; undefined where it is absent. Throws where it is not hexadecimal. */
function readHex(request: unknown, field: string): Hex | undefined {
  const value = readField(request, field)
  if (value === undefined || value === null) return undefined
  if (!isHex(value)) throw new Error(`Field ${field} is not hexadecimal`)
  return value
}

function readMessage(message: unknown): string | { raw: Hex } {
  if (typeof message !== 'string') throw new Error('Message is missing')
  return isHex(message) ? { raw: message } : message
}

function readTypedData(data: unknown) {
  if (typeof data !== 'string') throw new Error('Typed data is missing')
  // Safe: the account throws for data of another form.
  return JSON.parse(data) as Parameters<SmartAccount['signTypedData']>[0]
}
