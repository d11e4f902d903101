import type { Provider } from '@platemark/wallet/provider'

type Announcement = {
  /** Id of the announcement, one for each page. */
  uuid: string
  rdns: string
  name: string
}

/** Announces a wallet of this page by EIP-6963, now and whenever one is asked for. */
export function announceWallet(info: Announcement, provider: Provider): void {
  // Its tile is a letter.
  const detail = Object.freeze({ info: { ...info, icon: '' }, provider })
  const announce = () =>
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  addEventListener('eip6963:requestProvider', announce)
  announce()
}
