import type { AppConfig } from '@platemark/api/config'
import { chainById } from '@platemark/wallet/chain-by-id'
import type { Provider } from '@platemark/wallet/provider'
import { openSessionKeyStore } from '@platemark/wallet/session-keys/session-key-store'
import { isAccountDeployed } from '@platemark/wallet/smart-account/deployment'
import type { ChainReader, ZkChain } from '@platemark/wallet/smart-account/fees'
import {
  type Address,
  createClient,
  custom,
  type Hash,
  type Hex,
  type Transport,
} from 'viem'
import { abstract, abstractTestnet } from 'viem/chains'
import type { Wallet } from '../session.ts'
import { requireProvider, walletConfig } from '../wagmi.ts'
import { sessionRecords } from './stored-session-keys.ts'

/** Smart account whose sessions this page shows; its owner signs in the wallet. */
export type SessionAccount = {
  address: Address
  chain: ZkChain
  transport: Transport
  reader: ChainReader
  isDeployed(): Promise<boolean>
  /** Asks the owner for a transaction without value, and resolves to its hash. */
  send(call: { to: Address; data: Hex }): Promise<Hash>
}

/** Keys of this browser. */
export const sessionKeys = openSessionKeyStore(sessionRecords)

/** Opens the connected smart account. Throws `Chain {id} not supported` for other chains. */
export function openSessionAccount(config: AppConfig, wallet: Wallet): SessionAccount {
  const { address, chainId, connector } = wallet
  const wagmi = walletConfig(config)
  const client = wagmi.getClient({ chainId: chainById(config.networks, chainId).id })
  const chain = withoutVerifier(chainById([abstract, abstractTestnet], chainId))
  // Safe: the calls are forwarded unchanged to the node.
  const transport = custom({ request: (call) => client.request(call as never) })
  const reader: ChainReader = createClient({ chain, transport })
  return {
    address,
    chain,
    transport,
    reader,
    isDeployed: () => isAccountDeployed(reader, address),
    async send(call) {
      const provider = await requireProvider(wagmi, connector)
      return sendByOwner(provider, { from: address, value: '0x0', ...call })
    },
  }
}

/** Asks the owner for a transaction. Throws what the wallet throws, and for no hash. */
async function sendByOwner(provider: Provider, transaction: object): Promise<Hash> {
  const hash = await provider.request({
    method: 'eth_sendTransaction',
    params: [transaction],
  })
  if (typeof hash !== 'string') throw new Error('wallet returned no hash')
  // Safe: a wallet returns the hash of the transaction.
  return hash as Hash
}

/** Nothing is verified here, and the verifier is another one on a local chain. */
function withoutVerifier({
  contracts: _,
  ...chain
}: typeof abstract | typeof abstractTestnet) {
  return chain
}
