import type { SwitchFailure } from '@platemark/rules/switch-messages'
import { isDeclined, isRequestPending, readWalletWords } from './wallet-error.ts'

/** Returns why a wallet did not switch, from whatever its request threw. */
export function toSwitchFailure(error: unknown): SwitchFailure {
  if (isDeclined(error)) return { kind: 'declined' }
  if (isRequestPending(error)) return { kind: 'pending' }
  return { kind: 'unknown', words: readWalletWords(error) }
}
