import type { AppConfig } from '@platemark/api/config'
import type { Provider } from '@platemark/wallet/provider'
import type { Wallet } from '../session.ts'
import { requireProvider, walletConfig } from '../wagmi.ts'
import { isSmartWallet } from './is-smart-wallet.ts'
import { hasSessionKeys } from './stored-session-keys.ts'

/**
 * Returns what signs mints of the connected wallet: the session keys of this browser where it has
 * some, with the wallet behind them; else the wallet. Throws where the wallet is gone.
 */
export async function openSigner(
  config: AppConfig,
  wallet: Wallet,
): Promise<Pick<Provider, 'request'>> {
  const provider = await requireProvider(walletConfig(config), wallet.connector)
  const { address: account, chainId } = wallet
  if (!isSmartWallet(config, wallet, chainId)) return provider
  if (!(await hasSessionKeys({ account, chainId }))) return provider
  try {
    const [{ openSessionAccount }, { signBySessions }] = await Promise.all([
      import('./session-account.ts'),
      import('./session-signer.ts'),
    ])
    return signBySessions(openSessionAccount(config, wallet), provider)
  } catch {
    // Without the code of sessions the owner signs.
    return provider
  }
}
