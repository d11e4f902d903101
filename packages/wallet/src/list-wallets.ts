import { demoWallet, injectedId, type WalletOption, wallets } from './wallets.ts'

type Found = { id: string; name: string }

export type WalletList<T extends Found> = {
  /**
   * Can be used here, in order. `detail` sets wallets of one name apart: the announced id.
   */
  ready: (T & { detail: string | null })[]
  /** The rest of the known wallets, to be installed. */
  missing: WalletOption[]
}

/**
 * Orders the wallets found in this browser as every list of wallets shows them: the demo
 * wallet, the known ones, other announced ones, wallets without an announcement; then the
 * known ones that are missing.
 */
export function listWallets<T extends Found>(found: readonly T[]): WalletList<T> {
  const known: Found[] = [demoWallet, ...wallets]
  const isKnown = ({ id }: Found) => known.some((wallet) => wallet.id === id)
  const others = found.filter((wallet) => !isKnown(wallet))
  const isInjected = ({ id }: Found) => id.split('-')[0] === injectedId
  const names = [...known, ...others].map(toComparable)
  const isAmbiguous = (wallet: Found) =>
    names.filter((name) => name === toComparable(wallet)).length > 1
  const ready = [
    ...known.flatMap(({ id }) => found.find((wallet) => wallet.id === id) ?? []),
    ...others.filter((wallet) => !isInjected(wallet)),
    ...others.filter(isInjected),
  ]
  return {
    ready: ready.map((wallet) => ({
      ...wallet,
      detail: !isKnown(wallet) && isAmbiguous(wallet) ? wallet.id : null,
    })),
    missing: wallets.filter(({ id }) => !found.some((wallet) => wallet.id === id)),
  }
}

function toComparable({ name }: Found): string {
  return name.normalize('NFKC').toLowerCase()
}
