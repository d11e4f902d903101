import { type PayeeKind, probePayee } from '@platemark/mint/probe-payee'
import { httpRpc } from '@platemark/mint/rpc'
import type { Address } from 'viem'

/** Finds out by the nodes at `urls` whether an account takes a payment. Rejects without an answer. */
export function probeAccount(
  urls: readonly string[],
  account: Address,
  signal: AbortSignal,
): Promise<PayeeKind> {
  return probePayee(httpRpc(urls, { signal }), account)
}
