import { Problem } from '@platemark/api/problem'
import { getReveal, prepareReveal } from '@platemark/api/studio-operations'
import type { CallRequest } from '@platemark/mint/call-context'
import { parseRevealFile } from '@platemark/rules/reveal-file'
import type { Provider } from '@platemark/wallet/provider'
import { isDeclined } from '@platemark/wallet/wallet-error'
import type { Hex } from 'viem'
import {
  deriveWalletSecret,
  RevealRefusedError,
} from '../../../components/reveal/derive-secret.ts'
import { call } from '../../../lib/api.ts'

/**
 * Returns the transaction that reveals a collection with its file; null where it is revealed on
 * the chain. Rejects with a `Problem` or `RevealRefusedError`.
 */
export function prepareByFile(id: string, text: string): Promise<CallRequest | null> {
  const read = parseRevealFile(text)
  if ('problem' in read) throw new RevealRefusedError(read.problem)
  return prepare(id, { file: text })
}

/** Returns the same with the secret that the wallet derives again. Rejects with its errors too. */
export async function prepareByWallet(
  id: string,
  wallet: { provider: Provider; address: string },
): Promise<CallRequest | null> {
  const terms = await call(getReveal, { params: { contract_id: id } })
  if (terms.factory === null)
    throw new RevealRefusedError('This site has no contracts on this network any more.')
  // Safe: the API contract defines it as an address.
  const secret = await deriveWalletSecret(
    { ...terms, factory: terms.factory as Hex },
    wallet,
  )
  return prepare(id, { secret })
}

async function prepare(
  id: string,
  body: { file: string } | { secret: Hex },
): Promise<CallRequest | null> {
  const { transaction } = await call(prepareReveal, {
    params: { contract_id: id },
    body,
  })
  if (!transaction) return null
  // Safe: hexadecimal data by the API contract.
  return {
    data: transaction.data as Hex,
    label: 'Reveal the works',
    done: 'Works revealed',
  }
}

/** Returns why a reveal could not be prepared, in a sentence. */
export function explainReveal(error: unknown): string {
  if (isDeclined(error)) return 'You declined the signature. Nothing was revealed.'
  if (error instanceof RevealRefusedError) return error.message
  if (error instanceof Problem) {
    return [error.message, ...Object.values(error.fields ?? {}).flat()].join(' ')
  }
  return 'The wallet or this site did not answer. Nothing was revealed. Try again.'
}
