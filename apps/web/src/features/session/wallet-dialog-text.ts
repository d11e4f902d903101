import type { DialogRequest } from '../../lib/dialogs.ts'

type Finding = {
  /** On a phone without a wallet: its apps can open this page. */
  isLost: boolean
  /** Names of wallets that work without an app or extension. */
  usable: readonly string[]
}

/** Returns the text above the wallets of the wallet dialog. */
export function walletDialogText(
  { purpose, reason }: Extract<DialogRequest, { name: 'wallet' }>,
  { isLost, usable }: Finding = { isLost: false, usable: [] },
): string {
  if (reason) return reason
  if (isLost) {
    const other = usable.length > 0 ? `, or use ${usable.join(' or ')} here` : ''
    return `No wallet found in this browser. Open this page in a wallet app${other}.`
  }
  return purpose === 'sign-in'
    ? 'Choose a wallet, then sign a message to sign in.'
    : 'Choose a wallet. You won’t be asked to sign.'
}
