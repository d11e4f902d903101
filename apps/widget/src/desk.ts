import { openMinting } from '@platemark/sale/minting'
import { estimateNetworkFee } from '@platemark/sale/network-fee'
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
  openMinting,
  watchWallet,
}
