import type { Provider } from '@platemark/wallet/provider'

/** Emits an event to the page, by the names of EIP-1193. */
export type Emit = (event: string, value: unknown) => void

/** Signs a text by EIP-191. The wallet shows it and may refuse (4001). */
export async function personalSign(
  provider: Provider,
  message: string,
  address: string,
): Promise<string> {
  const signature = await provider.request({
    method: 'personal_sign',
    params: [hexOf(message), address],
  })
  if (typeof signature !== 'string') throw new Error('wallet returned no signature')
  return signature
}

function hexOf(text: string): string {
  const bytes = [...new TextEncoder().encode(text)]
  return `0x${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
