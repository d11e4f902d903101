import { createKeyPair, type KeyPair } from '@platemark/wallet/cross-app/crypto'
import { openSmartAccount } from '@platemark/wallet/smart-account/smart-account'
import type {
  ProviderAccount,
  WindowRequest,
} from '@platemark/wallet/testing/provider/respond'
import { startProviderServer } from '@platemark/wallet/testing/provider/server'
import { createSmartProviderAccount } from '@platemark/wallet/testing/provider/smart-respond'
import {
  createClient,
  defineChain,
  type Hex,
  http,
  isHex,
  keccak256,
  parseEther,
  stringToHex,
  toHex,
} from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { sendTransaction } from 'viem/actions'
import { abstractTestnet } from 'viem/chains'
import * as z from 'zod/mini'
import type { AbstractChain } from './abstract-chain.ts'
import type { KeptChain } from './chain.ts'
import type { DataFolder } from './data-folder.ts'

const FUNDS_WEI = parseEther('100')

/**
 * Starts the stand-in for the provider of the Abstract wallet, with one plain account on the embedded
 * chains, or its smart account where there is a stand-in for Abstract. Returns its origin and a
 * function that stops it.
 */
export async function startWalletProvider(
  chains: readonly KeptChain[],
  folder: DataFolder,
  abstract: AbstractChain | undefined,
): Promise<{ url: string; close(): Promise<void> }> {
  const account = privateKeyToAccount(keccak256(stringToHex('platemark abstract wallet')))
  await Promise.all(
    [...chains, ...(abstract ? [abstract.chain] : [])]
      .filter(({ isNew }) => isNew)
      .map((chain) => chain.call('anvil_setBalance', account.address, toHex(FUNDS_WEI))),
  )
  return startProviderServer({
    account: abstract ? await openSmart(account, abstract) : openAccount(account, chains),
    keys: keepKeys(folder),
  })
}

/** Returns the smart account behind the windows, with coins of its own. */
async function openSmart(
  signer: PrivateKeyAccount,
  { url, chain }: AbstractChain,
): Promise<ProviderAccount> {
  const transport = http(url)
  const account = await openSmartAccount({ signer, chain: abstractTestnet, transport })
  // The signer pays for the deployment only.
  if (chain.isNew) await chain.call('anvil_setBalance', account.address, toHex(FUNDS_WEI))
  return createSmartProviderAccount(account)
}

/** Returns the plain account behind the windows. It refuses requests for other chains. */
function openAccount(
  account: PrivateKeyAccount,
  chains: readonly KeptChain[],
): ProviderAccount {
  const connect = (id: number) => {
    const url = chains.find((chain) => chain.id === id)?.url
    if (!url) throw new Error(`Chain ${id} not supported`)
    const chain = defineChain({
      id,
      name: `Chain ${id}`,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [url] } },
    })
    return createClient({ chain, transport: http(url), pollingInterval: 4_000 })
  }
  const respond = async ({ method, params, chainId }: WindowRequest): Promise<string> => {
    switch (method) {
      case 'personal_sign':
        return account.signMessage({ message: readMessage(params[0]) })
      case 'eth_signTypedData_v4':
        // Safe: the signing throws for data of another form.
        return account.signTypedData(JSON.parse(String(params[1])) as never)
      case 'eth_sendTransaction': {
        const { to, data, value, gas } = transactionFields.parse(params[0])
        const client = connect(chainId)
        return sendTransaction(client, {
          account,
          chain: client.chain,
          ...(to !== undefined && { to: toData(to) }),
          ...(data !== undefined && { data: toData(data) }),
          ...(value !== undefined && { value: BigInt(value) }),
          ...(gas !== undefined && { gas: BigInt(gas) }),
        })
      }
      default:
        throw new Error(`Unsupported request: ${method}`)
    }
  }
  return { address: account.address, respond }
}

const transactionFields = z.object({
  to: z.optional(z.string()),
  data: z.optional(z.string()),
  value: z.optional(z.string()),
  gas: z.optional(z.string()),
})

function toData(text: string): Hex {
  if (!isHex(text)) throw new Error('The transaction is not hexadecimal.')
  return text
}

function readMessage(message: unknown): string | { raw: Hex } {
  if (typeof message !== 'string') throw new Error('A message is missing.')
  return isHex(message) ? { raw: message } : message
}

const keyPair = z.object({ privateKey: z.string(), publicKey: z.string() })

/** Returns the keys of connections, the same ones after a restart. */
function keepKeys(folder: DataFolder): KeyPair {
  const kept = keyPair.safeParse(folder.readValue('wallet-provider'))
  if (kept.success) return kept.data
  const keys = createKeyPair()
  folder.writeValue('wallet-provider', keys)
  return keys
}
