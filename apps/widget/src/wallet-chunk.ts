import { createMintSession } from '@platemark/mint/mint-session'
import { estimateNetworkFee } from '@platemark/mint/network-fee'
import { discoverWallets } from '@platemark/wallet/discover-wallets'
import { switchNetwork } from '@platemark/wallet/switch-network'
import { isWalletTimeout, limitProvider } from '@platemark/wallet/wallet-request'
import {
  connectSentence,
  connectTo,
  readAccount,
  switchSentence,
  watchWallet,
} from './connect.ts'

/**
 * Functions for wallets and minting, in one chunk that loads when a visitor is about to
 * connect.
 */
export const walletChunk = {
  readAccount,
  connectSentence,
  connectTo,
  discoverWallets,
  estimateNetworkFee,
  switchNetwork,
  switchSentence,
  isWalletTimeout,
  limitProvider,
  createMintSession,
  watchWallet,
}
