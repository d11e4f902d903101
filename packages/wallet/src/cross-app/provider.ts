import { createBundleMethods, isBundleMethod } from '../bundles/bundle-methods.ts'
import { WalletError } from '../errors.ts'
import { findChain } from '../find-chain.ts'
import { createListeners } from '../listeners.ts'
import { type Provider, type ProviderCall, quantity } from '../provider.ts'
import { readField } from '../read-field.ts'
import {
  type ConnectionStorage,
  openConnectionStore,
  STORAGE_PREFIX,
} from './connection-store.ts'
import { createKeyPair, encrypt, type Protocol } from './crypto.ts'
import { PopupError, readActionResponse, readConnectResponse } from './messages.ts'
import {
  isReadMethod,
  isTransactionMethod,
  isWindowMethod,
  toSmartMethod,
} from './methods.ts'
import { type Opener, type Popup, type PopupTimes, popupTimes } from './popup.ts'
import { type ProviderPages, readProviderPages } from './provider-details.ts'
import { createWindows } from './windows.ts'

/** A configured chain and its node. */
export type CrossAppChain = {
  id: number
  /** Sends a read to the node of the chain. */
  request(call: ProviderCall): Promise<unknown>
}

export type CrossAppOptions = {
  /** App of the wallet at the wallet provider. */
  appId: string
  /** Origin of the wallet provider, where the pages of the app are looked up. */
  apiUrl: string
  /** Configured chains; the first one is the default. */
  chains: readonly [CrossAppChain, ...CrossAppChain[]]
  /** The account is a smart wallet of the provider; requests are rewritten for it. */
  isSmart: boolean
  protocol: Protocol
  storage: ConnectionStorage
  opener: Opener
  times?: PopupTimes
}

/** Chains on which smart wallets exist: Abstract and its testnet. */
const smartChainIds = [2741, 11124]

/** EIP-1193 provider of a wallet in another app. */
export type CrossAppProvider = Provider & {
  /** Shares the account in a window that was opened in the click. Resolves to its accounts. */
  connect(popup: Popup): Promise<string[]>
}

/**
 * Creates the provider of a wallet that answers in a window of its own. Nothing is requested from
 * any host before the first request that needs it. Throws `unsupported_chain` for a smart wallet on
 * other chains than its own. Requests reject with `WalletError`s, and reads with the node's errors.
 */
export function createCrossAppProvider(options: CrossAppOptions): CrossAppProvider {
  const { appId, apiUrl, chains, isSmart, protocol, storage, opener } = options
  if (isSmart && chains.some(({ id }) => !smartChainIds.includes(id)))
    throw new WalletError('unsupported_chain')
  const store = openConnectionStore(storage, { appId, isSmart })
  const windows = createWindows(opener, options.times ?? popupTimes)
  const listeners = createListeners()
  const usedIvs = new Set<string>()
  let pages: Promise<ProviderPages> | undefined
  let known = store.read(Date.now())

  const readConnection = () => {
    const connection = store.read(Date.now())
    const hasEnded = known !== undefined && connection === undefined
    known = connection
    // Expired, or ended in another tab.
    if (hasEnded) listeners.emit('accountsChanged', [])
    return connection
  }
  const listAccounts = () => {
    const connection = readConnection()
    return connection ? [connection.address] : []
  }
  const getChain = () => findChain(chains, store.readChainId()) ?? chains[0]
  const readPages = () => {
    pages ??= readProviderPages(apiUrl, appId)
    // A later click tries again.
    pages.catch(() => {
      pages = undefined
    })
    return pages
  }
  const clear = () => {
    known = undefined
    store.clear()
    listeners.emit('accountsChanged', [])
  }
  const clearWhenAsked = (error: unknown) => {
    if (error instanceof PopupError && error.action === 'clear') clear()
    throw error
  }

  const connect = async (popup?: Popup): Promise<string[]> => {
    const keys = createKeyPair()
    const account = await windows
      .ask({
        purpose: 'connect',
        popup,
        prepare: async () =>
          addQuery((await readPages()).connect, {
            requester_public_key: keys.publicKey,
            connect: 'true',
            provider_app_id: appId,
            requester_origin: opener.location.origin,
            smart_wallet_mode: String(isSmart),
          }),
        read: async (message) => readConnectResponse(message, keys, Date.now()),
      })
      .catch(clearWhenAsked)
    known = { ...account, publicKey: keys.publicKey }
    store.write(known)
    usedIvs.clear()
    const accounts = [account.address]
    listeners.emit('accountsChanged', accounts)
    listeners.emit('connect', { chainId: quantity(getChain().id) })
    return accounts
  }

  const ask = async ({ method, params }: ProviderCall): Promise<unknown> => {
    const connection = readConnection()
    if (!connection)
      throw new WalletError('accounts_not_requested', { values: { method } })
    const chainId = getChain().id
    const request = { method, params: withChainId(method, params, chainId), chainId }
    const { sharedSecret, publicKey } = connection
    return windows
      .ask({
        purpose: 'transact',
        prepare: async () => {
          const { transact } = await readPages()
          const { text, iv } = await encrypt(
            JSON.stringify(request),
            sharedSecret,
            protocol,
          )
          // A request that is sent back is no answer.
          usedIvs.add(iv)
          return addQuery(transact, {
            requester_public_key: publicKey,
            encrypted_request: text,
            requester_origin: opener.location.origin,
            iv,
            provider_app_id: appId,
            signout_enabled: 'true',
            ...(protocol === 'zlib' && { v: '1' }),
          })
        },
        read: (message) =>
          readActionResponse(message, { sharedSecret, protocol, usedIvs }),
      })
      .catch(clearWhenAsked)
  }

  const requireChain = (id: number) => {
    const chain = findChain(chains, id)
    if (!chain) throw new WalletError('chain_does_not_supported', { values: { id } })
    return chain
  }
  const switchChain = (params: unknown) => {
    const { id } = requireChain(readChainId(params))
    store.writeChainId(id)
    listeners.emit('chainChanged', quantity(id))
    return null
  }
  const withChainId = (method: string, params: unknown, chainId: number): unknown => {
    if (!isTransactionMethod(method) || !Array.isArray(params)) return params
    const [transaction, ...others] = params
    const own = readField(transaction, 'chainId')
    if (own !== undefined && own !== null) requireChain(Number(own))
    return [{ ...transaction, chainId: own ?? chainId }, ...others]
  }

  const bundles = createBundleMethods(
    {
      chains,
      getAddress: () => readConnection()?.address,
      getChainId: () => getChain().id,
      async sendBatch(id, calls) {
        if (id !== getChain().id) throw new WalletError('invalid_chain')
        const [only, ...others] = calls
        // The wallet sends one call itself, which may deploy its account too.
        if (others.length === 0)
          return String(await ask({ method: 'privy_sendSmartWalletTx', params: [only] }))
        const method = 'privy_signSmartWalletTx'
        const signed = await ask({ method, params: [{ calls }] })
        const sent = await requireChain(id).request({
          method: 'eth_sendRawTransaction',
          params: [signed],
        })
        return String(sent)
      },
    },
    storage,
    `${STORAGE_PREFIX}${appId}:bundles`,
  )

  const request = async (call: ProviderCall): Promise<unknown> => {
    if (isSmart && isBundleMethod(call.method)) return bundles.request(call)
    const method = isSmart ? toSmartMethod(call.method) : call.method
    if (isWindowMethod(method)) return ask({ method, params: call.params })
    if (isReadMethod(method)) return getChain().request(call)
    switch (method) {
      case 'eth_requestAccounts': {
        const accounts = listAccounts()
        return accounts.length > 0 ? accounts : connect()
      }
      case 'wallet_requestPermissions':
        return toPermissions(await connect())
      case 'eth_accounts':
        return listAccounts()
      case 'eth_chainId':
        return quantity(getChain().id)
      case 'wallet_switchEthereumChain':
      case 'wallet_addEthereumChain':
        return switchChain(call.params)
      case 'wallet_revokePermissions':
        clear()
        return null
      default:
        throw new WalletError('unsupported_request', { values: { method } })
    }
  }

  return { request, connect, on: listeners.on, removeListener: listeners.removeListener }
}

/** Permissions of EIP-2255 for accounts. */
function toPermissions(accounts: string[]) {
  const caveats = [{ type: 'restrictReturnedAccounts', value: accounts }]
  return [{ parentCapability: 'eth_accounts', caveats }]
}

/** Reads the chain id of an EIP-3326 or EIP-3085 parameter. Throws where it is missing. */
function readChainId(params: unknown): number {
  const id = readField(Array.isArray(params) ? params[0] : undefined, 'chainId')
  if (id === undefined || id === null || id === '')
    throw new WalletError('chain_id_required')
  return Number(id)
}

function addQuery(page: string, query: Record<string, string>): URL {
  const url = new URL(page)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}
