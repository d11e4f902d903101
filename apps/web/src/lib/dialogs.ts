import { createStore } from './store.ts'

/** Dialogs that any feature may open. The session feature renders them. */
export type DialogRequest =
  | WalletDialogRequest
  | { name: 'verify' }
  | NetworkDialogRequest
  | { name: 'networks' }
  | FaucetDialogRequest
  | { name: 'account' }
  | SessionKeyDialogRequest
  | { name: 'end-keys' }

type WalletDialogRequest = {
  name: 'wallet'
  /**
   * `sign-in` continues to the signature, `connect` stops once the wallet is connected.
   */
  purpose: 'sign-in' | 'connect'
  /** Replaces the default text, for example with the reason for signing in. */
  reason?: string
  /** Disables the close button and Escape. */
  isUnclosable?: boolean
}

type NetworkDialogRequest = {
  name: 'network'
  /** Target network. */
  chainId: number
  /** Reason without the name of the network: "Low Sun is on". */
  subject?: string
  /** The wallet reported that it does not know the network. */
  isUnknown?: boolean
}

type FaucetDialogRequest = {
  name: 'faucet'
  /** Demo network; the first one by default. */
  chainId?: number
}

type SessionKeyDialogRequest = {
  name: 'session-key'
  chainId: number
  contract: `0x${string}`
  /** Name of the collection. */
  collection: string
  /** Price and fee of one token, and the network fee of one mint, in wei. */
  unitWei: bigint
  feeWei: bigint
}

/** True when a wallet is likely to be needed soon, so that its code is preloaded. */
export const walletLikelyNeeded = createStore(false)

/** The requested dialog; null when none is open. */
export const dialogs = createStore<DialogRequest | null>(null)

/** Opens the wallet dialog. Signing in follows unless the purpose is `connect`. */
export function openWalletDialog(
  options: Partial<Omit<WalletDialogRequest, 'name'>> = {},
): void {
  dialogs.write({ name: 'wallet', purpose: 'sign-in', ...options })
}

/** Opens the dialog that signs a connected wallet in. */
export function openVerifyDialog(): void {
  dialogs.write({ name: 'verify' })
}

/** Opens the dialog that switches the wallet to another network. */
export function openNetworkDialog(options: Omit<NetworkDialogRequest, 'name'>): void {
  dialogs.write({ name: 'network', ...options })
}

/** Opens the list of this instance's networks. */
export function openNetworksDialog(): void {
  dialogs.write({ name: 'networks' })
}

/** Opens the faucet dialog of a demo network. */
export function openFaucetDialog(options: Omit<FaucetDialogRequest, 'name'> = {}): void {
  dialogs.write({ name: 'faucet', ...options })
}

/** Opens the menu of the signed-in user. */
export function openUserMenu(): void {
  dialogs.write({ name: 'account' })
}

export function closeDialog(): void {
  dialogs.write(null)
}
