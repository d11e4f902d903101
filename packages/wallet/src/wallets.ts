/** A wallet that is offered whether it is installed or not. */
export type WalletOption = {
  /** Reverse domain name of its EIP-6963 announcement, which is also its connector's id. */
  id: string
  name: string
  /** The placeholder of its tile until the wallet announces its own icon. */
  image: { letter: string }
  /** Its download page. */
  link: string
  /** Opens a page, given by its address, in the wallet's own browser on a phone. */
  openInApp?: (page: string) => string
}

export const abstractWalletId = 'xyz.abs.privy'

/**
 * The wallets of the specification, in its order. Others are offered where they are found
 * (`discover-wallets.ts`).
 */
export const wallets: readonly WalletOption[] = [
  {
    id: 'io.metamask',
    name: 'MetaMask',
    image: { letter: 'M' },
    link: 'https://metamask.io/download',
    openInApp: (page) => `https://metamask.app.link/dapp/${withoutScheme(page)}`,
  },
  {
    id: 'io.rabby',
    name: 'Rabby Wallet',
    image: { letter: 'R' },
    link: 'https://rabby.io',
  },
  {
    id: 'io.zerion.wallet',
    name: 'Zerion',
    image: { letter: 'Z' },
    link: 'https://zerion.io/extension',
    openInApp: (page) => `https://link.zerion.io/browser?url=${encodeURIComponent(page)}`,
  },
  {
    id: 'com.okex.wallet',
    name: 'OKX Wallet',
    image: { letter: 'O' },
    link: 'https://okx.com/download',
    openInApp: (page) =>
      `https://www.okx.com/download?deeplink=${encodeURIComponent(
        `okx://wallet/dapp/url?dappUrl=${encodeURIComponent(page)}`,
      )}`,
  },
  {
    id: abstractWalletId,
    name: 'Abstract',
    image: { letter: 'A' },
    link: 'https://abs.xyz/wallet',
  },
]

/** The in-page wallet of embedded chains: never in the list above, and never in production. */
export const demoWallet = {
  id: 'demo',
  name: 'Demo wallet',
  image: { letter: 'D' },
} as const

/** Returns the name of a known wallet by its id, or an empty string. */
export function knownWalletName(id: string): string {
  return [...wallets, demoWallet].find((wallet) => wallet.id === id)?.name ?? ''
}

/** Returns the letter of a wallet without an icon: the first of its name. */
export function walletLetter(name: string): string {
  const [first] = new Intl.Segmenter().segment(name.trim())
  return first?.segment.toUpperCase() ?? '?'
}

/** Id of a wallet without an announcement; further ones are `injected-2` and so on. */
export const injectedId = 'injected'

function withoutScheme(page: string): string {
  return page.replace(/^https?:\/\//, '')
}
