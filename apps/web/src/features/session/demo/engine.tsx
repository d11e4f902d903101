import type { AppConfig, Network } from '@platemark/api/config'
import { fundFromFaucet } from '@platemark/api/operations'
import { findChain } from '@platemark/wallet/find-chain'
import { type Provider, type ProviderCall, quantity } from '@platemark/wallet/provider'
import { USER_REJECTED } from '@platemark/wallet/wallet-error'
import {
  type Client,
  createClient,
  type Hex,
  hexToString,
  http,
  isHex,
  type TypedDataDefinition,
} from 'viem'
import {
  generatePrivateKey,
  type PrivateKeyAccount,
  privateKeyToAccount,
} from 'viem/accounts'
import { getBalance, sendTransaction } from 'viem/actions'
import { call } from '../../../lib/api.ts'
import { toViemChain } from '../../../lib/wagmi.ts'
import type { Emit } from '../provider.ts'
import { type Kept, readKept, writeKept } from './keychain.ts'
import { confirmMessage, confirmTransaction } from './sheets.tsx'
import {
  readSubject,
  readTransaction,
  simulate,
  type Transaction,
} from './transaction.ts'

/**
 * EIP-1193 provider of the in-page wallet for embedded chains, with a key made in this
 * browser and test funds. It requests confirmation before it signs or sends.
 */
export async function openDemoWallet(config: AppConfig, emit: Emit): Promise<Provider> {
  const networks = config.networks.filter(({ is_demo }) => is_demo)
  const kept = await keep(networks)
  const account = privateKeyToAccount(kept.privateKey)

  const network = () => findChain(networks, kept.chainId)
  const client = () => clientOf(needNetwork(network()))
  const update = async (change: Partial<Kept>) => {
    Object.assign(kept, change)
    await writeKept(kept)
  }
  const accounts = () => (kept.isShared ? [account.address] : [])

  const share = async () => {
    if (!kept.isShared) await update({ isShared: true })
    // Not awaited: the funds arrive before the first mint.
    for (const each of networks) void fund(each, account)
    return accounts()
  }
  const switchChain = async (params: unknown) => {
    const chainId = Number(readField(params, 'chainId'))
    if (!findChain(networks, chainId)) {
      throw new WalletError(4902, 'Unrecognized chain ID. The demo wallet has two.')
    }
    await update({ chainId })
    emit('chainChanged', quantity(chainId))
    return null
  }
  const confirm = async (message: string) => {
    const asking = { account, network: needNetwork(network()), message }
    if (!(await confirmMessage(asking))) throw rejected()
  }
  const sign = async (params: unknown) => {
    const message = readMessage(params)
    await confirm(message)
    return account.signMessage({ message })
  }
  const signTyped = async (params: unknown) => {
    const data = readTypedData(params)
    await confirm(JSON.stringify({ ...data, types: undefined }, null, 2))
    return account.signTypedData(data)
  }
  const send = async (params: unknown) => {
    const transaction = readTransaction(params)
    const current = needNetwork(network())
    const hash = await confirmTransaction({
      account,
      network: current,
      transaction,
      subject: readSubject(current.alias, transaction),
      simulation: simulate(client(), current, account.address, transaction),
      send: (gas) => sendWith(client(), account, transaction, gas),
    })
    if (!hash) throw rejected()
    return hash
  }

  const request = async ({ method, params }: ProviderCall): Promise<unknown> => {
    // Another tab may have connected or switched the same wallet.
    Object.assign(kept, await readKept())
    switch (method) {
      case 'eth_requestAccounts':
        return share()
      case 'eth_accounts':
        return accounts()
      case 'eth_chainId':
        return quantity(kept.chainId)
      case 'wallet_switchEthereumChain':
      case 'wallet_addEthereumChain':
        return switchChain(params)
      case 'wallet_revokePermissions':
        await update({ isShared: false })
        emit('accountsChanged', [])
        return null
      case 'personal_sign':
        return sign(params)
      case 'eth_signTypedData_v4':
        return signTyped(params)
      case 'eth_sendTransaction':
        return send(params)
      default:
        return forward(client(), method, params)
    }
  }
  return { request }
}

/** Error with an EIP-1193 code. */
class WalletError extends Error {
  override readonly name = 'WalletError'
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

function rejected() {
  return new WalletError(USER_REJECTED, 'The request was rejected.')
}

async function keep(networks: Network[]): Promise<Kept> {
  const [first] = networks
  const found = await readKept()
  if (found && findChain(networks, found.chainId)) return found
  const kept: Kept = {
    privateKey: found?.privateKey ?? generatePrivateKey(),
    chainId: needNetwork(first).id,
    isShared: found?.isShared ?? false,
  }
  await writeKept(kept)
  return kept
}

function needNetwork(network: Network | undefined): Network {
  if (!network) throw new WalletError(4901, 'There is no demo network here.')
  return network
}

function clientOf(network: Network): Client {
  const chain = toViemChain(network)
  const [url] = chain.rpcUrls.default.http
  return createClient({
    chain,
    transport: http(url, { batch: true }),
    pollingInterval: 4_000,
  })
}

/** Requests test funds when the balance is zero. Without them the wallet still signs. */
async function fund(network: Network, { address }: PrivateKeyAccount): Promise<void> {
  try {
    if ((await getBalance(clientOf(network), { address })) > 0n) return
    await call(fundFromFaucet, {
      params: { chain_alias: network.alias },
      body: { address },
    })
  } catch {
    // The faucet dialog shows its own failures.
  }
}

async function sendWith(
  client: Client,
  account: PrivateKeyAccount,
  { to, data, value }: Transaction,
  gas: bigint,
): Promise<Hex> {
  return sendTransaction(client, {
    account,
    chain: client.chain,
    value,
    gas,
    ...(to && { to }),
    ...(data && { data }),
  })
}

/** Forwards chain reads to the node; other methods are refused. */
async function forward(client: Client, method: string, params: unknown) {
  if (!/^(eth|net|web3)_/.test(method) || /sign|accounts/i.test(method)) {
    throw new WalletError(4200, `The demo wallet does not support ${method}.`)
  }
  // Safe: the call is forwarded unchanged, and the node validates it.
  return client.request({ method, params } as never)
}

function readMessage(params: unknown): string {
  const message: unknown = Array.isArray(params) ? params[0] : undefined
  if (typeof message !== 'string') throw new WalletError(-32602, 'A message is missing.')
  return isHex(message) ? hexToString(message) : message
}

function readTypedData(params: unknown): TypedDataDefinition {
  const text: unknown = Array.isArray(params) ? params[1] : undefined
  if (typeof text !== 'string') throw new WalletError(-32602, 'The data is missing.')
  // Safe: the signing throws for data of another form.
  return JSON.parse(text) as TypedDataDefinition
}

function readField(params: unknown, field: string): unknown {
  const first: unknown = Array.isArray(params) ? params[0] : undefined
  return typeof first === 'object' && first !== null
    ? Object.entries(first).find(([name]) => name === field)?.[1]
    : undefined
}
