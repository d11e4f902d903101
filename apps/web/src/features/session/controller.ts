import { demoWallet, wallets } from '@platemark/wallet/wallets'
import type { AppConfig } from '@platemark/wire/config'
import { endpointUrl } from '@platemark/wire/endpoint'
import { Problem } from '@platemark/wire/problem'
import { getUser, type User } from '@platemark/wire/profile'
import { createSignatureMessage, login, logout } from '@platemark/wire/session'
import type { Query, QueryClient } from '@tanstack/react-query'
import type { Config, Connection, Connector } from 'wagmi'
import { connect, disconnect, reconnect, watchConnectors } from 'wagmi/actions'
import { call } from '../../lib/api.ts'
import {
  closeDialog,
  dialogs,
  openVerifyDialog,
  openWalletDialog,
} from '../../lib/dialogs.ts'
import {
  clearStorage,
  dropToken,
  readToken,
  type Session,
  session,
  sessionRequests,
  storeToken,
  subscribeToken,
  unsaved,
  type Wallet,
} from '../../lib/session.ts'
import { createStore, type Store } from '../../lib/store.ts'
import { toast } from '../../ui/toast.ts'
import {
  describeFailure,
  NoAccount,
  NoAnswer,
  type Stage,
  walletTimeoutMs,
} from './failures.ts'
import {
  type Effect,
  type Event,
  initialState,
  type State,
  step,
  walletOf,
} from './machine.ts'
import { asProvider, personalSign } from './provider.ts'

export type Controller = {
  state: Store<State>
  dispatch(event: Event): void
  stop(): void
}

type Needs = { config: AppConfig; wagmi: Config; queries: QueryClient }

/**
 * Runs the session's machine on this page: turns what wallets, storage and the server do into
 * events, and does what each step asks for.
 */
export function startController({ config, wagmi, queries }: Needs): Controller {
  const state = createStore(initialState)
  /** Connectors that are being asked: what they report meanwhile is no news. */
  const asked = new Set<string>()
  // Letting go and clearing wait for each other, so that nothing is written after a clear.
  let settled: Promise<void> = Promise.resolve()
  let retry: ReturnType<typeof setTimeout> | undefined
  /** Whether the wallet of an earlier visit has not announced itself yet. */
  let isAwaited = false

  const dispatch = (event: Event) => {
    const next = step(state.read(), event)
    state.write(next.state)
    publish(next.state)
    for (const effect of next.effects) run(effect)
  }

  const run = (effect: Effect) => {
    switch (effect.do) {
      case 'connect':
        return void settled.then(() => runConnect(effect.attempt, effect.connector))
      case 'restore':
        return void settled.then(() => runRestore(effect.attempt))
      case 'request-message':
        return void requestMessage(effect)
      case 'sign':
        return void sign(effect)
      case 'log-in':
        return void logIn(effect)
      case 'load-user':
        // Not with a token that could not be stored.
        if (effect.attempt !== state.read().attempt) return
        return void loadUser(effect.attempt)
      case 'retry-later':
        return retryLater(effect)
      case 'store-token':
        return keepToken(effect.token)
      case 'drop-token':
        return dropToken('here')
      case 'end-session':
        return void call(logout, {}, { token: effect.token, via: sendLast }).catch(
          () => undefined,
        )
      case 'disconnect':
        settled = settled.then(() => letGo(wagmi, effect.connector))
        return
      case 'open-verify-dialog':
        return openVerifyDialog()
      case 'close-dialog':
        return closeDialog()
      case 'call-logout':
        // The page forgets the session whether or not the server hears of it.
        return void call(logout, {}, { via: sendLast }).catch(() => undefined)
      case 'clear-storage':
        return clearStorage()
      case 'clear-traces':
        // Unless somebody has signed in again meanwhile, in another tab.
        settled = settled.then(() => (readToken() === null ? clearStorage() : undefined))
        return
      case 'forget-user':
        return forgetAnswers(queries)
      case 'tell-failure':
        return tellFailure(effect)
      case 'tell-session-ended':
        if (unsaved.read()) return
        return toast('info', 'Your session has ended.', {
          text: 'It ends after a day without use. Minting works without it.',
          action: { label: 'Sign in again', onPress: openVerifyDialog },
          stays: true,
        })
    }
  }

  const runConnect = async (attempt: number, id: string) => {
    const connector = wagmi.connectors.find((one) => one.id === id)
    const fail = (error: unknown) => failWith(attempt, 'connect', nameOf(id), error)
    if (!connector) return fail(new Error('This wallet is not installed.'))
    const timer = setTimeout(() => fail(new NoAnswer()), walletTimeoutMs)
    asked.add(id)
    isAwaited = false
    try {
      const wallet = await connectWallet(wagmi, connector)
      dispatch({ type: 'connected', attempt, wallet, hasToken: readToken() !== null })
    } catch (error) {
      fail(error)
    } finally {
      asked.delete(id)
      clearTimeout(timer)
    }
  }

  const runRestore = async (attempt: number) => {
    const connector = await lastConnector(wagmi)
    isAwaited = !connector
    if (connector) asked.add(connector.id)
    const wallet =
      connector && (await within(restoreMs, reconnectWallet(wagmi, connector)))
    if (connector) asked.delete(connector.id)
    dispatch(
      wallet
        ? { type: 'connected', attempt, wallet, hasToken: readToken() !== null }
        : { type: 'nothing-restored', attempt },
    )
  }

  /** An extension that started later than the page is taken up as if it had been in time. */
  const restoreLate = async () => {
    if (!isAwaited || state.read().at !== 'disconnected') return
    const id = await wagmi.storage?.getItem('recentConnectorId')
    if (isAwaited && wagmi.connectors.some((one) => one.id === id)) {
      dispatch({ type: 'restore' })
    }
  }

  const requestMessage = async ({ attempt, wallet }: Work<'request-message'>) => {
    try {
      const isOurs = config.networks.some(({ id }) => id === wallet.chainId)
      const { message, nonce, expires_at } = await call(createSignatureMessage, {
        body: { address: wallet.address, ...(isOurs && { chain_id: wallet.chainId }) },
      })
      const challenge = { message, nonce, expiresAt: Date.parse(expires_at) }
      dispatch({ type: 'message-received', attempt, challenge })
    } catch (error) {
      failWith(attempt, 'message', wallet.name, error)
    }
  }

  const sign = async ({ attempt, wallet, challenge }: Work<'sign'>) => {
    const fail = (error: unknown) => failWith(attempt, 'sign', wallet.name, error)
    const timer = setTimeout(() => fail(new NoAnswer()), walletTimeoutMs)
    try {
      const provider = asProvider(await connectorOf(wagmi, wallet).getProvider())
      const signature = await personalSign(provider, challenge.message, wallet.address)
      dispatch({ type: 'signed', attempt, signature })
    } catch (error) {
      fail(error)
    } finally {
      clearTimeout(timer)
    }
  }

  const logIn = async ({ attempt, wallet, signature, nonce }: Work<'log-in'>) => {
    try {
      const { address, connector } = wallet
      const body = { address, signature, connector, nonce }
      // A session that this browser still has ends with the new one.
      const { access_token: token } = await call(login, { body }, { token: readToken() })
      dispatch({ type: 'logged-in', attempt, token })
    } catch (error) {
      failWith(attempt, 'log-in', wallet.name, error)
    }
  }

  const loadUser = async (attempt: number) => {
    const user = await call(getUser, {}).catch((error: unknown) => {
      const problem = error instanceof Problem ? error : undefined
      dispatch(
        problem?.status === 401
          ? { type: 'user-refused', attempt }
          : { type: 'user-unreachable', attempt, retryAfter: problem?.retryAfter },
      )
    })
    if (user) takeUser({ type: 'user-loaded', attempt, user })
  }

  const keepToken = (token: string) => {
    try {
      storeToken(token)
    } catch {
      // Storage is forbidden, or full.
      dispatch({ type: 'token-not-kept', attempt: state.read().attempt, token })
    }
  }

  const retryLater = ({ attempt, seconds }: Work<'retry-later'>) => {
    clearTimeout(retry)
    retry = setTimeout(() => dispatch({ type: 'retry-due', attempt }), seconds * 1000)
  }

  /** Somebody who comes back sees today's balance, or that the session has ended. */
  const refreshUser = async () => {
    const isHere = document.visibilityState === 'visible'
    if (!isHere || state.read().at !== 'signed-in') return
    const { dataUpdatedAt = 0 } = queries.getQueryState(userKey) ?? {}
    if (Date.now() - dataUpdatedAt < 60_000) return
    const known = session.read().user
    const user = await call(getUser, {}).catch(() => undefined)
    // What came meanwhile, with a change that was saved, is newer.
    const isNewest = session.read().user === known
    if (user && isNewest) takeUser({ type: 'user-refreshed', user })
  }

  /** Also keeps the answer for screens that read it, unless it was somebody else's. */
  const takeUser = (event: Extract<Event, { user: User }>) => {
    dispatch(event)
    const current = state.read()
    const isTaken = current.at === 'signed-in' && current.user === event.user
    if (isTaken) queries.setQueryData(userKey, { data: event.user })
  }

  const failWith = (attempt: number, stage: Stage, wallet: string, error: unknown) => {
    // biome-ignore lint/suspicious/noConsole: What went wrong in detail is for whoever looks.
    console.warn(`Signing in failed (${stage}).`, error)
    const product = config.product_name
    const failure = describeFailure(error, { stage, wallet, product })
    dispatch({ type: 'failed', attempt, failure })
  }

  const tellFailure = ({ failure, connector, canRetry }: Work<'tell-failure'>) => {
    const isShown = dialogs.read() !== null && state.read().failure !== null
    const known =
      wallets.some(({ id }) => id === connector) || connector === demoWallet.id
    toast('error', failure.title, {
      text: failure.text,
      ...(canRetry &&
        known &&
        !isShown && {
          action: { label: 'Try again', onPress: () => openWalletDialog() },
        }),
    })
  }

  const stops = [
    watchConnection(wagmi, (before, after) => {
      const event = connectionEvent(before, after, asked)
      if (event) dispatch(event)
    }),
    subscribeToken(({ token, by }) => {
      if (by === 'refused') return dispatch({ type: 'token-refused' })
      if (by === 'here') return
      const wasCleared = by === 'log-out'
      dispatch(
        token
          ? { type: 'token-arrived-elsewhere' }
          : { type: 'token-gone-elsewhere', wasCleared },
      )
    }),
    sessionRequests.subscribe(() => {
      const request = sessionRequests.read()
      if (request?.type === 'user-refreshed') takeUser(request)
      if (request?.type === 'log-out') dispatch(request)
    }),
    watchConnectors(wagmi, { onChange: () => void restoreLate() }),
    () => clearTimeout(retry),
    listen(window, 'online', () => dispatch({ type: 'try-again' })),
    listen(document, 'visibilitychange', () => void refreshUser()),
  ]
  return {
    state,
    dispatch,
    stop: () => {
      for (const stop of stops) stop()
    },
  }
}

type Work<Name extends Effect['do']> = Extract<Effect, { do: Name }>

const userKey = [endpointUrl(getUser, {})]

/** Forgets what was answered to the user, and what said more to them than to others. */
function forgetAnswers(queries: QueryClient) {
  queries.removeQueries({ predicate: isOfUser })
  queries.removeQueries({ type: 'inactive', predicate: holdsOwnPart })
  void queries.invalidateQueries({ predicate: holdsOwnPart })
}

function isOfUser({ queryKey: [url] }: Query): boolean {
  return typeof url === 'string' && url.startsWith('/api/user/')
}

/** Only what was asked with a token has it, so nothing that a page was painted from. */
function holdsOwnPart({ state: { data: body } }: Query): boolean {
  if (typeof body !== 'object' || body === null || !('data' in body)) return false
  const { data } = body
  return typeof data === 'object' && data !== null && 'own' in data
}

/** Sends a call that must arrive though the page is closed right after it. */
function sendLast(url: string, request: RequestInit): Promise<Response> {
  return fetch(url, { ...request, keepalive: true })
}

/** Tells every other screen who is here. */
function publish(state: State): void {
  const next = sessionOf(state)
  const { status, wallet, user } = session.read()
  const isSame = next.status === status && next.wallet === wallet && next.user === user
  if (!isSame) session.write(next)
}

function sessionOf(state: State): Session {
  const wallet = walletOf(state)
  if (state.at === 'signed-in') return { status: 'signed-in', wallet, user: state.user }
  if (state.at === 'connecting' && state.former?.at === 'signed-in') {
    return { status: 'signed-in', wallet, user: state.former.user }
  }
  if (wallet) return { status: 'connected', wallet, user: null }
  const isConnecting = state.at === 'connecting' || state.at === 'restoring'
  return { status: isConnecting ? 'connecting' : 'disconnected', wallet, user: null }
}

async function connectWallet(wagmi: Config, connector: Connector): Promise<Wallet> {
  const known = wagmi.state.connections.get(connector.uid)
  if (known && wagmi.state.current === connector.uid) return walletFrom(known)
  const { accounts, chainId } = await connect(wagmi, { connector })
  return walletFrom({ accounts, chainId, connector })
}

/** How long a wallet may take to say whether it still knows this site. */
const restoreMs = 10_000

/** The result of `work`, or undefined when it takes longer. */
function within<T>(milliseconds: number, work: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

async function reconnectWallet(
  wagmi: Config,
  connector: Connector,
): Promise<Wallet | undefined> {
  try {
    const [connection] = await reconnect(wagmi, { connectors: [connector] })
    return connection && walletFrom(connection)
  } catch {
    return undefined
  }
}

/** The connector of the last connection. Extensions may announce themselves a little late. */
async function lastConnector(wagmi: Config): Promise<Connector | undefined> {
  const id = await wagmi.storage?.getItem('recentConnectorId')
  if (!id) return undefined
  const find = () => wagmi.connectors.find((one) => one.id === id)
  return find() ?? (await appearance(wagmi, find))
}

function appearance(
  wagmi: Config,
  find: () => Connector | undefined,
): Promise<Connector | undefined> {
  return new Promise((resolve) => {
    const finish = (connector: Connector | undefined) => {
      clearTimeout(timer)
      stop()
      resolve(connector)
    }
    const timer = setTimeout(() => finish(undefined), 1_000)
    const onChange = () => {
      const connector = find()
      if (connector) finish(connector)
    }
    const stop = watchConnectors(wagmi, { onChange })
  })
}

/** Disconnects one wallet, or all. A wallet that is gone already counts as let go. */
async function letGo(wagmi: Config, id: string | null): Promise<void> {
  const connections = [...wagmi.state.connections.values()].filter(
    ({ connector }) => id === null || connector.id === id,
  )
  for (const { connector } of connections) {
    try {
      await disconnect(wagmi, { connector })
    } catch {
      // The extension was removed: only our own record of it is left.
      wagmi.setState((state) => {
        const connections = new Map(state.connections)
        connections.delete(connector.uid)
        const [current = null] = connections.keys()
        return {
          ...state,
          connections,
          current,
          status: current ? 'connected' : 'disconnected',
        }
      })
    }
  }
}

function watchConnection(
  wagmi: Config,
  changed: (before: Connection | undefined, after: Connection | undefined) => void,
): () => void {
  const current = () => {
    const { connections, current } = wagmi.state
    const connection = current ? connections.get(current) : undefined
    return connection && isLive(connection) ? connection : undefined
  }
  let before = current()
  return wagmi.subscribe(current, (after) => {
    const last = before
    before = after
    if (after !== last) changed(last, after)
  })
}

/** What storage remembers of an earlier visit has a connector's name, but not its functions. */
function isLive({ connector }: Connection): boolean {
  return typeof connector.getProvider === 'function'
}

/** What a change of the current connection means, if it is news. */
function connectionEvent(
  before: Connection | undefined,
  after: Connection | undefined,
  asked: ReadonlySet<string>,
): Event | undefined {
  if (!after) {
    return before && { type: 'wallet-gone', connector: before.connector.id }
  }
  if (asked.has(after.connector.id) || !after.accounts[0]) return undefined
  const wallet = walletFrom(after)
  return before?.connector.uid === after.connector.uid
    ? { type: 'address-changed', wallet }
    : { type: 'wallet-appeared', wallet, hasToken: readToken() !== null }
}

function walletFrom({ accounts, chainId, connector }: Connection): Wallet {
  const [address] = accounts
  if (!address) throw new NoAccount()
  const { id, icon } = connector
  return {
    address,
    chainId,
    connector: id,
    name: nameOf(id) || connector.name,
    ...(isPicture(icon) && { icon }),
  }
}

/** Announced pictures are data URIs; anything else would be fetched from a foreign host. */
export function isPicture(icon: string | undefined): icon is string {
  return icon?.startsWith('data:image/') === true
}

function connectorOf(wagmi: Config, wallet: Wallet): Connector {
  const found = wagmi.connectors.find(({ id }) => id === wallet.connector)
  if (!found) throw new Error(`${wallet.name} is gone.`)
  return found
}

function nameOf(id: string): string {
  return [...wallets, demoWallet].find((wallet) => wallet.id === id)?.name ?? ''
}

function listen(target: EventTarget, name: string, listener: () => void): () => void {
  target.addEventListener(name, listener)
  return () => target.removeEventListener(name, listener)
}
