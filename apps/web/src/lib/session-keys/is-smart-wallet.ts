import type { AppConfig } from '@platemark/api/config'
import { abstractWalletId } from '@platemark/wallet/wallets'
import type { Wallet } from '../session.ts'

/** Returns whether a wallet is a smart account on a chain, which may have session keys there. */
export function isSmartWallet(
  { cross_app_wallet }: Pick<AppConfig, 'cross_app_wallet'>,
  { connector }: Pick<Wallet, 'connector'>,
  chainId: number,
): boolean {
  if (connector !== abstractWalletId || !cross_app_wallet?.is_smart) return false
  return cross_app_wallet.chain_ids.includes(chainId)
}
