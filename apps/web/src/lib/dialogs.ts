import { createStore } from './store.ts'

/** The dialogs any feature may ask for. They belong to the session, which draws them. */
export type DialogRequest =
  | WalletDialogRequest
  | { name: 'verify' }
  | NetworkDialogRequest
  | { name: 'networks' }
  | FaucetDialogRequest
  | { name: 'account' }

type WalletDialogRequest = {
  name: 'wallet'
  /** `sign-in` goes on to the signature, `connect` stops once the wallet is connected. */
  purpose: 'sign-in' | 'connect'
  /** Stands in place of the usual sentence, for example what waits behind the dialog. */
  reason?: string
  /** Neither the cross nor Escape closes it. */
  isUnclosable?: boolean
}

type NetworkDialogRequest = {
  name: 'network'
  /** The network the wallet should move to. */
  chainId: number
  /** Why, in one sentence: "Low Sun is on Local. Your wallet is on another network." */
  reason?: string
  /** What lives there, for its box: "Low Sun is on". */
  subject?: string
}

type FaucetDialogRequest = {
  name: 'faucet'
  /** The demo network whose funds are needed; the first one when it does not matter. */
  chainId?: number
}

/** Whether a wallet is likely to be needed soon, so that what it needs is loaded ahead. */
export const walletLikelyNeeded = createStore(false)

/** The dialog that is asked for now; null when none is. */
export const dialogs = createStore<DialogRequest | null>(null)

/** Opens the wallet dialog. Signing in follows unless the purpose is only to connect. */
export function openWalletDialog(
  options: Partial<Omit<WalletDialogRequest, 'name'>> = {},
): void {
  dialogs.write({ name: 'wallet', purpose: 'sign-in', ...options })
}

/** Opens the dialog that signs a connected wallet in. */
export function openVerifyDialog(): void {
  dialogs.write({ name: 'verify' })
}

/** Asks the person to move the wallet to another network. */
export function openNetworkDialog(options: Omit<NetworkDialogRequest, 'name'>): void {
  dialogs.write({ name: 'network', ...options })
}

/** Offers every network of this instance to move the wallet to. */
export function openNetworksDialog(): void {
  dialogs.write({ name: 'networks' })
}

/** Offers test funds of a demo network to the connected account. */
export function openFaucetDialog(options: Omit<FaucetDialogRequest, 'name'> = {}): void {
  dialogs.write({ name: 'faucet', ...options })
}

/** Opens the menu of the signed-in account. */
export function openUserMenu(): void {
  dialogs.write({ name: 'account' })
}

export function closeDialog(): void {
  dialogs.write(null)
}
