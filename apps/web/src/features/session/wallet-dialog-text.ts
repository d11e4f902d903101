import type { DialogRequest } from '../../lib/dialogs.ts'

type Finding = { isLost: boolean; hasAbstract: boolean }

/** Returns the text above the wallets of the wallet dialog. */
export function walletDialogText(
  { purpose, reason }: Extract<DialogRequest, { name: 'wallet' }>,
  { isLost, hasAbstract }: Finding = { isLost: false, hasAbstract: false },
): string {
  if (reason) return reason
  if (isLost) {
    const other = hasAbstract ? ', or use Abstract here' : ''
    return `No wallet found in this browser. Open this page in a wallet app${other}.`
  }
  return purpose === 'sign-in'
    ? 'Pick a wallet, then sign a message to sign in.'
    : 'Pick a wallet. Nothing is signed yet.'
}
