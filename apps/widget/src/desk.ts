import { createMintSession } from '@platemark/mint/mint-session'
import { estimateNetworkFee } from '@platemark/mint/network-fee'
import { accountOf, connectSentence, connectTo, moveTo, watchWallet } from './connect.ts'
import { discoverWallets } from './wallets.ts'

/** What wallets and minting need: loaded when somebody is about to connect. */
export const desk = {
  accountOf,
  connectSentence,
  connectTo,
  discoverWallets,
  estimateNetworkFee,
  moveTo,
  createMintSession,
  watchWallet,
}
