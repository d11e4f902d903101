import { chainById } from '../chain-by-id.ts'
import { type bundleStatuses, WalletError } from '../errors.ts'
import { type ProviderCall, quantity } from '../provider.ts'
import { readField } from '../read-field.ts'
import { openBundleStore } from './bundle-store.ts'
import { type BundleCall, parseBundle } from './parse-bundle.ts'

type BundleChain = {
  id: number
  /** Sends a read to the node of the chain. */
  request(call: ProviderCall): Promise<unknown>
}

/** Account that sends several calls as one transaction. */
export type BundleAccount = {
  /** Chains on which it does so. */
  chains: readonly BundleChain[]
  getAddress(): string | undefined
  getChainId(): number
  /** Sends calls as one transaction and resolves to its hash. */
  sendBatch(chainId: number, calls: BundleCall[]): Promise<string>
}

type Storage = Parameters<typeof openBundleStore>[0]

const methods = /^wallet_(?:sendCalls|getCallsStatus|getCapabilities|showCallsStatus)$/

/** Returns whether a request is one of bundles (EIP-5792). */
export function isBundleMethod(method: string): boolean {
  return methods.test(method)
}

/**
 * Creates the answers to the four requests of EIP-5792. A bundle is stored with its chain and
 * account, so that its status is read from the chain it was sent to.
 */
export function createBundleMethods(
  account: BundleAccount,
  storage: Storage,
  storageKey: string,
) {
  const store = openBundleStore(storage, storageKey)
  const getAddress = () => {
    const address = account.getAddress()
    if (address === undefined) throw new WalletError('account_not_found')
    return address
  }
  const requireOwn = (address: unknown) => {
    const own = getAddress()
    const isOwn =
      address === undefined || String(address).toLowerCase() === own.toLowerCase()
    if (!isOwn) throw new WalletError('account_not_found')
    return own
  }

  const sendCalls = async (params: unknown) => {
    getAddress()
    const { id, version, chainId = account.getChainId(), ...bundle } = parseBundle(params)
    const address = requireOwn(bundle.from)
    const chain = chainById(account.chains, chainId)
    for (const name of bundle.required)
      if (name !== 'atomic' && name !== 'atomicBatch')
        throw new WalletError('unsupported_capability', {
          values: { name, id: chain.id },
        })
    if (id !== undefined && store.find(id, address))
      throw new WalletError('duplicate_bundle', { values: { id } })
    const hash = await account.sendBatch(chain.id, bundle.calls)
    store.add({ id: id ?? hash, chainId: chain.id, account: address, hash })
    return version.startsWith('1') ? (id ?? hash) : { id: id ?? hash }
  }

  const getBundle = (params: unknown) => {
    const id = String(Array.isArray(params) ? params[0] : undefined)
    const bundle = store.find(id, getAddress())
    if (!bundle) throw new WalletError('unknown_bundle', { values: { id } })
    return bundle
  }

  const getCallsStatus = async (params: unknown) => {
    const { id, chainId, hash } = getBundle(params)
    const receipt = await chainById(account.chains, chainId).request({
      method: 'eth_getTransactionReceipt',
      params: [hash],
    })
    return {
      version: '2.0.0',
      id,
      chainId: quantity(chainId),
      status: toStatus(receipt),
      atomic: true,
      ...(receipt !== null && receipt !== undefined && { receipts: [receipt] }),
    }
  }

  const getCapabilities = (params: unknown) => {
    const [address, asked] = Array.isArray(params) ? params : []
    requireOwn(address)
    const isAsked = ({ id }: BundleChain) =>
      !Array.isArray(asked) || asked.some((each) => Number(each) === id)
    const entries = account.chains
      .filter(isAsked)
      .map(({ id }) => [quantity(id), atomicCapabilities] as const)
    return Object.fromEntries(entries)
  }

  return {
    async request({ method, params }: ProviderCall): Promise<unknown> {
      switch (method) {
        case 'wallet_sendCalls':
          return sendCalls(params)
        case 'wallet_getCallsStatus':
          return getCallsStatus(params)
        case 'wallet_getCapabilities':
          return getCapabilities(params)
        case 'wallet_showCallsStatus':
          // The page shows transactions itself; an unknown bundle is an error.
          getBundle(params)
          return null
        default:
          throw new WalletError('unsupported_request', { values: { method } })
      }
    },
  }
}

const atomicCapabilities = {
  atomicBatch: { supported: true },
  atomic: { status: 'supported' },
} as const

function toStatus(receipt: unknown): Exclude<keyof typeof bundleStatuses, 400 | 600> {
  if (receipt === null || receipt === undefined) return 100
  return Number(readField(receipt, 'status')) === 1 ? 200 : 500
}
