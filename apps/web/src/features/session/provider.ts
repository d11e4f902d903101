import type { Provider } from '@platemark/wallet/provider'
import { limitProvider } from '@platemark/wallet/wallet-request'
import { NoSignatureError } from './failures.ts'

/** Emits an event to the page, by the names of EIP-1193. */
export type Emit = (event: string, value: unknown) => void

/**
 * Signs a text by EIP-191. Rejects with the wallet's error, with a `WalletTimeoutError`, or with a
 * `NoSignatureError`. What the wallet signs after that is dropped.
 */
export async function personalSign(
  provider: Provider,
  message: string,
  address: string,
): Promise<string> {
  const signature = await limitProvider(provider).request({
    method: 'personal_sign',
    params: [hexOf(message), address],
  })
  if (typeof signature !== 'string' || !/[0-9a-f]{2}/i.test(signature))
    throw new NoSignatureError()
  return signature
}

function hexOf(text: string): string {
  const bytes = [...new TextEncoder().encode(text)]
  return `0x${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
