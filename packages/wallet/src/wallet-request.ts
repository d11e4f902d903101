// Wallets answer late, with nothing, or never. Every request to a wallet goes through
// `limitProvider`, so that no button waits for longer than `walletTimes`.
import { isWalletError } from './errors.ts'
import type { Provider, ProviderCall } from './provider.ts'
import { isDeclined, USER_REJECTED } from './wallet-error.ts'

/** How long a wallet may take, in milliseconds. */
export type WalletTimes = {
  /** For a request without a prompt, like `eth_chainId`. */
  readMs: number
  /** For a person to switch or add a network; a later switch is noticed by its event. */
  moveMs: number
  /** For a person to read and confirm: sharing an account, signing, sending. */
  promptMs: number
  /** Between a wallet's answer to a switch and the switch itself. */
  settleMs: number
  /** Between two reads of the network meanwhile. */
  pollMs: number
}

/** The times of every flow; tests pass their own. */
export const walletTimes: WalletTimes = {
  readMs: 10_000,
  moveMs: 30_000,
  promptMs: 120_000,
  settleMs: 5_000,
  pollMs: 250,
}

/** A wallet that has not answered in time. Its answer may still come. */
export class WalletTimeoutError extends Error {
  override readonly name = 'WalletTimeoutError'
  /** EIP-1474, resource unavailable: libraries then do not ask once more in another way. */
  readonly code = -32002
  readonly method: string

  constructor(method: string, limitMs: number) {
    super(`${method} was not answered within ${limitMs} ms`)
    this.method = method
  }
}

/** Returns whether an error is a wallet that has not answered, as thrown or as a cause. */
export function isWalletTimeout(error: unknown): boolean {
  return findTimeout(error) !== undefined || isWindowTimeout(error)
}

/** Returns whether a wallet has not answered a request that it shows to a person. */
export function isPromptTimeout(error: unknown): boolean {
  const timeout = findTimeout(error)
  if (timeout === undefined) return isWindowTimeout(error)
  return promptMethods.test(timeout.method)
}

function isWindowTimeout(error: unknown): boolean {
  return isWalletError(error, 'authorization_timeout', 'request_timeout')
}

function findTimeout(error: unknown): WalletTimeoutError | undefined {
  for (let each = error, depth = 0; each instanceof Error && depth < 10; depth += 1) {
    if (each instanceof WalletTimeoutError) return each
    each = each.cause
  }
  return undefined
}

/**
 * Wraps a provider so that each request rejects with a `WalletTimeoutError` after its time (none
 * for `Infinity`), a declined one has the code 4001 whatever the wallet sent, and accounts are a
 * list. Everything else is the provider's own, its events too.
 */
export function limitProvider<P extends Provider>(
  provider: P,
  times: WalletTimes = walletTimes,
): P & Provider {
  const request = async (call: ProviderCall) => {
    const limitMs = provider.hasOwnLimits ? Infinity : limitFor(call, times)
    try {
      return normalize(call, await answerWithin(provider, call, limitMs))
    } catch (error) {
      throw isDeclined(error) ? new WalletDeclinedError(error) : error
    }
  }
  const own = { request, ...bindEvents(provider) }
  // Wallets freeze their providers, and have private fields: neither a copy nor a proxy works.
  return Object.create(provider, Object.getOwnPropertyDescriptors(own))
}

/** A declined request by its code of EIP-1193; the wallet's error is the cause. */
class WalletDeclinedError extends Error {
  readonly code = USER_REJECTED

  constructor(cause: unknown) {
    super('user rejected the request', { cause })
  }
}

const moveMethods = /^wallet_(?:switch|add)EthereumChain$/
const promptMethods =
  /^(?:eth_requestAccounts|eth_send|eth_sign|personal_sign|wallet_(?!get|revoke))/

function limitFor({ method }: ProviderCall, times: WalletTimes): number {
  if (moveMethods.test(method)) return times.moveMs
  return promptMethods.test(method) ? times.promptMs : times.readMs
}

function answerWithin(
  provider: Provider,
  call: ProviderCall,
  limitMs: number,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = Number.isFinite(limitMs)
      ? setTimeout(() => reject(new WalletTimeoutError(call.method, limitMs)), limitMs)
      : undefined
    const end = (settle: () => void) => {
      clearTimeout(timer)
      settle()
    }
    // Also for a provider that throws at once, or returns no promise.
    new Promise((answer) => answer(provider.request(call))).then(
      (result) => end(() => resolve(result)),
      (error) => end(() => reject(error)),
    )
  })
}

/** Locked wallets answer null in place of no accounts. */
function normalize({ method }: ProviderCall, result: unknown): unknown {
  const isAccounts = method === 'eth_accounts' || method === 'eth_requestAccounts'
  return isAccounts && !Array.isArray(result) ? [] : result
}

function bindEvents(provider: Provider): Pick<Provider, 'on' | 'removeListener'> {
  const { on, removeListener } = provider
  return {
    ...(on && { on: on.bind(provider) }),
    ...(removeListener && { removeListener: removeListener.bind(provider) }),
  }
}
