import { installStandIns } from '@platemark/wallet/testing/shim/install-stand-ins'
import { startZkShim } from '@platemark/wallet/testing/shim/zk-shim'
import {
  type Address,
  createClient,
  type Hash,
  http,
  type PrivateKeyAccount,
  parseEther,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { abstract, abstractTestnet } from 'viem/chains'
import { mined, testChain } from '../../apps/server/test/chain.ts'
import { launcher } from '../../apps/server/test/collections/launch.ts'
import { callData, fee } from '../../apps/server/test/selling.ts'
import { openSmartAccount } from '../../packages/wallet/src/smart-account/smart-account.ts'
import { requestRpc } from '../json-rpc.ts'

/** Starts an anvil with our contracts and the stand-ins, behind the shim of a ZK Stack node. */
export async function startZkChain(network: typeof abstract | typeof abstractTestnet) {
  const node = await testChain({ alias: 'zk', id: network.id })
  const setFee = callData('setMintFee', [fee])
  await launcher(node).send(node.owner, node.contracts.factory, setFee)
  const manager = privateKeyToAccount(generatePrivateKey())
  await node.client.setBalance({ address: manager.address, value: parseEther('10') })
  const request = (method: string, params: unknown[]) =>
    requestRpc(node.url, method, params)
  await installStandIns(request, { policyManager: manager.address })
  const shim = await startZkShim({ nodeUrl: node.url })
  // The verifier of Abstract is zkEVM code; without its address viem brings its own.
  const { multicall3 } = network.contracts
  const chain = {
    ...network,
    rpcUrls: { default: { http: [shim.url] } },
    contracts: { multicall3 },
  }
  const transport = http(shim.url, { retryCount: 0 })

  /** Creates a funded key. */
  const createSigner = async (coins = '10'): Promise<PrivateKeyAccount> => {
    const signer = privateKeyToAccount(generatePrivateKey())
    await node.client.setBalance({ address: signer.address, value: parseEther(coins) })
    return signer
  }
  /** Waits for a transaction, which has to succeed. */
  const settled = (sent: Promise<Hash>) => mined(node, sent)
  return {
    node,
    shim,
    chain,
    transport,
    reader: createClient({ chain, transport }),
    manager,
    createSigner,
    mined: settled,
    /** Opens the account of a new key; both have coins. */
    async openAccount() {
      const signer = await createSigner()
      const account = await openSmartAccount({ signer, chain, transport })
      await node.client.setBalance({ address: account.address, value: parseEther('10') })
      return { signer, account }
    },
    /** Opens an account that was deployed by a first transaction. */
    async openDeployed(to: Address) {
      const opened = await this.openAccount()
      await settled(opened.account.sendTransaction({ to, value: 1n }))
      return opened
    },
    async stop() {
      await shim.stop()
      await node.stop()
    },
  }
}

export type ZkTestChain = Awaited<ReturnType<typeof startZkChain>>
