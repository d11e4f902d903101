import { randomUUID } from 'node:crypto'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { type Hex, hexToString, isHex } from 'viem'
import {
  generatePrivateKey,
  type PrivateKeyAccount,
  privateKeyToAccount,
} from 'viem/accounts'

/** How a wallet treats calls of one method. */
export type Policy =
  | 'allow'
  /** The person says no: 4001. */
  | 'reject'
  /** -32002 with words that say the wallet is locked. */
  | 'locked'
  /** -32002: a request of this page already waits. */
  | 'pending'
  /** Never answers. */
  | 'silent'
  /** An error that no standard knows. */
  | 'broken'
  /** Answers with no account at all, as some locked wallets do. */
  | 'empty'
  /** Signs with a key that is not the account's. */
  | 'forged'
  /** Waits until the test says what the person answers. */
  | 'ask'
  | { delayMs: number }

export type BridgedWallet = {
  /** Address of the account that is shared with the page. */
  address(): Hex
  /** Every account of the person, with the keys that sign for them. */
  accounts: readonly PrivateKeyAccount[]
  /** Whether the page would see an account if it asked now. */
  isConnected(): boolean
  setPolicy(method: string, policy: Policy): void
  /** Gives the person's answer to a call that asks, once it is there. */
  answer(method: string, policy: Exclude<Policy, 'ask'>): Promise<void>
  /** Whether a call of this method waits for the person. */
  isAsking(method: string): boolean
  /** Closes the wallet's questions, as when the page that asked is gone. */
  dropQuestions(): void
  /** Calls the page has made of this wallet, in order. */
  calls(method?: string): unknown[][]
  /** What was called, each name once, sorted. */
  methods(): string[]
  /** Moves to another account, as somebody does inside the extension. */
  switchAccount(): Promise<Hex>
  /** Moves to another network, as somebody does inside the extension. */
  switchChain(chainId: number): Promise<void>
  /** Takes the permission back, as somebody does inside the extension. */
  disconnect(): Promise<void>
  /** Announces a wallet that was late. */
  announce(): Promise<void>
  /** Takes the wallet out of every document that is opened from now on. */
  uninstall(): Promise<void>
  /** Puts it back, with the permissions it had. */
  install(): Promise<void>
}

type BridgeOptions = {
  /** Networks the wallet knows, by chain id, with the node it uses for each. The first is current. */
  rpcUrls: Record<number, string>
  /** Announces itself only when told to, or so long after each document began. */
  isLate?: boolean
  lateMs?: number
  name?: string
  /** The accounts of a person who has another browser, too; otherwise two new ones. */
  accounts?: readonly PrivateKeyAccount[]
}

type Answer = { result: unknown } | { error: { code: number; message: string } }

/**
 * Puts a wallet into every document of a page, or of every page of a context, announced as EIP-6963 says. The keys stay in
 * this process: a page gets a provider that asks here, and here the policies decide.
 */
export async function installWallet(
  home: Page | BrowserContext,
  rdns: string,
  {
    rpcUrls,
    isLate = false,
    lateMs,
    name = rdns,
    accounts = twoStrangers(),
  }: BridgeOptions,
): Promise<BridgedWallet> {
  const policies = new Map<string, Policy>()
  const questions = new Map<string, (policy: Policy) => void>()
  const log: { method: string; params: unknown[] }[] = []
  const known = new Map(Object.entries(rpcUrls).map(([id, url]) => [Number(id), url]))
  let current = 0
  let isShared = false
  let absence: Awaited<ReturnType<Page['addInitScript']>> | undefined
  let chainId = Number(Object.keys(rpcUrls)[0])
  const key = rdns.replaceAll('.', '_')

  const account = () => {
    const found = accounts[current]
    if (!found) throw new Error('The wallet has no account.')
    return found
  }
  const shared = () => (isShared ? [account().address] : [])
  const signer = (policy: Policy) =>
    policy === 'forged' ? privateKeyToAccount(generatePrivateKey()) : account()
  const decide = async (method: string): Promise<Policy> => {
    const policy = policies.get(method) ?? 'allow'
    if (policy !== 'ask') return policy
    return new Promise((resolve) => questions.set(method, resolve))
  }

  const answer = async (
    method: string,
    params: unknown[],
    policy: Policy,
  ): Promise<unknown> => {
    switch (method) {
      case 'eth_requestAccounts':
        if (policy === 'empty') return []
        isShared = true
        return shared()
      case 'eth_accounts':
        return policy === 'empty' ? [] : shared()
      case 'eth_chainId':
        return hex(chainId)
      case 'wallet_requestPermissions':
        throw refusal(4200, 'wallet_requestPermissions is not supported.')
      case 'wallet_revokePermissions':
        isShared = false
        return null
      case 'wallet_switchEthereumChain':
        return moveTo(Number(field(params, 'chainId')))
      case 'wallet_addEthereumChain':
        return add(params)
      case 'personal_sign':
        return signer(policy).signMessage({ message: text(params[0]) })
      case 'eth_sendTransaction':
        return send(params)
      default:
        return forward(method, params)
    }
  }
  const moveTo = async (next: number) => {
    if (!known.has(next)) throw refusal(4902, 'Unrecognized chain ID.')
    chainId = next
    await emit('chainChanged', hex(next))
    return null
  }
  const add = async (params: unknown[]) => {
    const [url] = listField(params, 'rpcUrls')
    const id = Number(field(params, 'chainId'))
    if (typeof url !== 'string' || !/^https?:\/\//.test(url)) {
      throw refusal(-32602, 'An absolute RPC address is needed.')
    }
    known.set(id, url)
    return moveTo(id)
  }
  const send = async (params: unknown[]) => {
    const [asked] = params
    if (typeof asked !== 'object' || asked === null)
      throw refusal(-32602, 'No transaction.')
    const from = account().address
    const nonce = Number(await forward('eth_getTransactionCount', [from, 'pending']))
    const gasPrice = BigInt(String(await forward('eth_gasPrice', [])))
    const gas = BigInt(
      String(await forward('eth_estimateGas', [{ ...asked, from }, 'pending'])),
    )
    const data = field(params, 'data')
    const to = field(params, 'to')
    const value = field(params, 'value')
    const signed = await account().signTransaction({
      chainId,
      nonce,
      gas: (gas * 12n) / 10n,
      maxFeePerGas: gasPrice * 2n,
      maxPriorityFeePerGas: 0n,
      ...(isHex(to) && { to }),
      ...(isHex(data) && { data }),
      value: isHex(value) ? BigInt(value) : 0n,
    })
    return forward('eth_sendRawTransaction', [signed])
  }
  const forward = async (method: string, params: unknown[]): Promise<unknown> => {
    const url = known.get(chainId)
    if (!url) throw refusal(4901, 'The wallet has no node for this network.')
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const body: unknown = await response.json()
    if (hasError(body)) throw refusal(body.error.code, body.error.message)
    return field([body], 'result')
  }
  const pages = () => ('pages' in home ? home.pages() : [home])
  const tell = async (name: string, detail: unknown[]) => {
    for (const page of pages()) {
      await page.evaluate(
        ([name, detail]) => dispatchEvent(new CustomEvent(name, { detail })),
        [name, detail] as const,
      )
    }
  }
  const emit = (event: string, value: unknown) => tell(`bridge:${key}`, [event, value])

  await home.exposeFunction(
    `bridge_${key}`,
    async (method: string, params: unknown[]): Promise<Answer> => {
      log.push({ method, params })
      try {
        const policy = await decide(method)
        await obey(policy)
        return { result: await answer(method, params, policy) }
      } catch (error) {
        return { error: errorOf(error) }
      }
    },
  )
  await home.addInitScript(announceProvider, {
    ...{ rdns, key, name, lateMs },
    isLate: isLate || lateMs !== undefined,
    uuid: randomUUID(),
  })

  return {
    address: () => account().address,
    accounts,
    isConnected: () => {
      const isAnswering = (policies.get('eth_accounts') ?? 'allow') === 'allow'
      return isShared && isAnswering && !absence
    },
    setPolicy: (method, policy) => void policies.set(method, policy),
    answer: async (method, policy) => {
      await expect.poll(() => questions.has(method), `${method} is asked`).toBe(true)
      questions.get(method)?.(policy)
      questions.delete(method)
    },
    isAsking: (method) => questions.has(method),
    dropQuestions: () => questions.clear(),
    calls: (method) =>
      log.filter((call) => !method || call.method === method).map(({ params }) => params),
    methods: () => [...new Set(log.map(({ method }) => method))].sort(),
    switchAccount: async () => {
      current = (current + 1) % accounts.length
      await emit('accountsChanged', shared())
      return account().address
    },
    switchChain: async (next) => {
      chainId = next
      await emit('chainChanged', hex(next))
    },
    disconnect: async () => {
      isShared = false
      await emit('accountsChanged', [])
    },
    announce: () => tell(`bridge:${key}:announce`, []),
    uninstall: async () => {
      absence = await home.addInitScript(swallowAnnouncements, rdns)
    },
    install: async () => {
      await absence?.dispose()
      absence = undefined
    },
  }
}

function twoStrangers(): PrivateKeyAccount[] {
  return [generatePrivateKey(), generatePrivateKey()].map((key) =>
    privateKeyToAccount(key),
  )
}

type Announcement = {
  uuid: string
  rdns: string
  key: string
  name: string
  isLate: boolean
  lateMs: number | undefined
}

/** Runs in the page, before any script of it. */
function announceProvider({ uuid, rdns, key, name, isLate, lateMs }: Announcement) {
  type Listener = (value: unknown) => void
  type Bridge = (method: string, params: unknown) => Promise<Answer>
  const listeners: Record<string, Set<Listener>> = {}
  const provider = Object.freeze({
    request: async ({ method, params = [] }: { method: string; params?: unknown }) => {
      // Safe: the bridge is exposed before any document is opened.
      const bridge = (window as unknown as Record<string, Bridge>)[`bridge_${key}`]
      const answer = await bridge?.(method, params)
      if (answer && 'result' in answer) return answer.result
      throw Object.assign(new Error(answer?.error.message), { code: answer?.error.code })
    },
    on(event: string, listener: Listener) {
      listeners[event] ??= new Set()
      listeners[event].add(listener)
    },
    removeListener(event: string, listener: Listener) {
      listeners[event]?.delete(listener)
    },
  })
  addEventListener(`bridge:${key}`, (event) => {
    if (!(event instanceof CustomEvent)) return
    const [what, value] = event.detail
    for (const listener of [...(listeners[what] ?? [])]) listener(value)
  })
  const icon =
    'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"%3E%3Ccircle cx="20" cy="20" r="18" fill="%23777"/%3E%3C/svg%3E'
  const info = Object.freeze({ uuid, rdns, name, icon })
  const detail = Object.freeze({ info, provider })
  let isAnnounced = !isLate
  const announce = () => {
    if (isAnnounced)
      dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }
  addEventListener('eip6963:requestProvider', announce)
  const appear = () => {
    isAnnounced = true
    announce()
  }
  addEventListener(`bridge:${key}:announce`, appear)
  if (lateMs !== undefined) setTimeout(appear, lateMs)
  announce()
}

/** Runs in the page, before any script of it: nobody hears of this wallet. */
function swallowAnnouncements(rdns: string) {
  addEventListener('eip6963:announceProvider', (event) => {
    if (event instanceof CustomEvent && event.detail.info.rdns === rdns) {
      event.stopImmediatePropagation()
    }
  })
}

class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

function refusal(code: number, message: string): Refusal {
  return new Refusal(code, message)
}

async function obey(policy: Policy): Promise<void> {
  switch (policy) {
    case 'allow':
      return
    case 'reject':
      throw refusal(4001, 'User rejected the request.')
    case 'locked':
      throw refusal(-32002, 'The wallet is locked.')
    case 'pending':
      throw refusal(-32002, 'Request of this type already pending.')
    case 'broken':
      throw refusal(-32603, 'Internal JSON-RPC error.')
    case 'silent':
      return new Promise(() => {})
    case 'empty':
    case 'forged':
    case 'ask':
      return
    default:
      return new Promise((resolve) => setTimeout(resolve, policy.delayMs))
  }
}

function errorOf(error: unknown): { code: number; message: string } {
  if (error instanceof Refusal) return { code: error.code, message: error.message }
  return { code: -32603, message: error instanceof Error ? error.message : String(error) }
}

function hasError(body: unknown): body is { error: { code: number; message: string } } {
  return typeof body === 'object' && body !== null && 'error' in body
}

function hex(value: number): string {
  return `0x${value.toString(16)}`
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw refusal(-32602, 'A message is needed.')
  return isHex(value) ? hexToString(value) : value
}

function field(params: unknown[], name: string): unknown {
  const [first] = params
  if (typeof first !== 'object' || first === null) return undefined
  return Object.entries(first).find(([key]) => key === name)?.[1]
}

function listField(params: unknown[], name: string): unknown[] {
  const value = field(params, name)
  return Array.isArray(value) ? value : []
}
