import { abstractWalletId } from '@platemark/wallet/wallets'
import type { User } from '@platemark/wire/profile'
import { shortAddress } from '../../lib/format.ts'
import type { Wallet } from '../../lib/session.ts'

/** The text the server made for one account, and until when it may be signed. */
export type Challenge = { message: string; nonce: string; expiresAt: number }

/** Why something did not happen, in words for the person. */
export type Failure = {
  title: string
  text: string
  /** What another try is called, where it is more than "Retry". */
  action?: string
}

/** Where the steps of signing in are shown: the wallet's row, or the verify dialog. */
export type Place = 'wallet-dialog' | 'verify-dialog'

/** A wallet that stays while another one is asked. */
export type Settled =
  | { at: 'needs-sign-in'; wallet: Wallet }
  /** A token is kept whose user is still to be loaded; asked for `tries` times in vain. */
  | { at: 'user-unreachable'; wallet: Wallet; tries: number }
  | { at: 'signed-in'; wallet: Wallet; user: User }

/** What a load of the user belongs to. */
type Loading = {
  asked: Asked | null
  /** The token is of a moment ago: that it is refused is a failure, no reason to sign again. */
  isNew: boolean
  tries: number
}

type Asked = { purpose: 'sign-in' | 'connect'; place: Place }

type Next =
  | { at: 'disconnected' }
  | { at: 'restoring' }
  | { at: 'connecting'; connector: string; asked: Asked; former: Settled | null }
  | { at: 'requesting-message'; wallet: Wallet; place: Place }
  | { at: 'ready-to-sign'; wallet: Wallet; challenge: Challenge }
  | { at: 'signing'; wallet: Wallet; place: Place; challenge: Challenge }
  | { at: 'logging-in'; wallet: Wallet; place: Place }
  | ({ at: 'loading-user'; wallet: Wallet } & Loading)
  | Settled

/**
 * Everything the session can be. `attempt` numbers what was begun last, so that the answer to
 * something cancelled is known for what it is.
 */
export type State = Next & {
  attempt: number
  failure: (Failure & { connector: string }) | null
}

export type Event =
  /** A row of the wallet dialog was pressed, or Retry. */
  | { type: 'wallet-picked'; connector: string; asked: Asked }
  | { type: 'connected'; attempt: number; wallet: Wallet; hasToken: boolean }
  /** An earlier visit left a connection, or another tab has just signed in. */
  | { type: 'restore' }
  | { type: 'nothing-restored'; attempt: number }
  /** The wallet connected by itself, for example from its own window. */
  | { type: 'wallet-appeared'; wallet: Wallet; hasToken: boolean }
  /** The verify dialog was opened for the connected wallet. */
  | { type: 'verify-opened' }
  | { type: 'message-received'; attempt: number; challenge: Challenge }
  | { type: 'sign-pressed'; now: number }
  | { type: 'signed'; attempt: number; signature: string }
  | { type: 'logged-in'; attempt: number; token: string }
  /** The browser did not store the token. */
  | { type: 'token-not-kept'; attempt: number; token: string }
  | { type: 'user-loaded'; attempt: number; user: User }
  /** The user was read again after a while. */
  | { type: 'user-refreshed'; user: User }
  | { type: 'user-refused'; attempt: number }
  /** No answer, or one that says nothing about the token. `retryAfter` is in seconds. */
  | { type: 'user-unreachable'; attempt: number; retryAfter?: number | undefined }
  | { type: 'retry-due'; attempt: number }
  | { type: 'try-again' }
  /** Anything of connecting, signing or logging in went wrong. */
  | { type: 'failed'; attempt: number; failure: Failure }
  | { type: 'address-changed'; wallet: Wallet }
  | { type: 'chain-changed'; chainId: number }
  | { type: 'wallet-gone'; connector: string }
  | { type: 'token-refused' }
  /** Another tab removed the token; logging out there cleared everything. */
  | { type: 'token-gone-elsewhere'; wasCleared: boolean }
  | { type: 'token-arrived-elsewhere' }
  | { type: 'dialog-closed' }
  /** `everywhere`: the server has ended the session already. */
  | { type: 'log-out'; from: 'here' | 'everywhere' }

/** What the page has to do after a step, in this order. */
export type Effect =
  | { do: 'connect'; attempt: number; connector: string }
  | { do: 'restore'; attempt: number }
  | { do: 'request-message'; attempt: number; wallet: Wallet }
  | { do: 'sign'; attempt: number; wallet: Wallet; challenge: Challenge }
  | { do: 'log-in'; attempt: number; wallet: Wallet; signature: string; nonce: string }
  | { do: 'store-token'; token: string }
  | { do: 'drop-token' }
  | { do: 'end-session'; token: string }
  | { do: 'load-user'; attempt: number }
  | { do: 'retry-later'; attempt: number; seconds: number }
  /** Lets one wallet go, or all of them. */
  | { do: 'disconnect'; connector: string | null }
  | { do: 'open-verify-dialog' }
  | { do: 'close-dialog' }
  | { do: 'call-logout' }
  | { do: 'clear-storage' }
  /** Clears once more what letting the wallet go has written meanwhile. */
  | { do: 'clear-traces' }
  | { do: 'forget-user' }
  | { do: 'tell-failure'; failure: Failure; connector: string; canRetry: boolean }
  | { do: 'tell-session-ended' }

export type Step = { state: State; effects: Effect[] }

export const initialState: State = { at: 'disconnected', attempt: 0, failure: null }

/** The next state and what to do now. Events that mean nothing in a state change nothing. */
export function step(state: State, event: Event): Step {
  if ('attempt' in event && event.attempt !== state.attempt) return late(state, event)
  switch (event.type) {
    case 'wallet-picked':
      return pick(state, event)
    case 'connected':
      return connected(state, event)
    case 'restore':
      return state.at === 'disconnected' ? restore(state) : stay(state)
    case 'nothing-restored':
      return state.at === 'restoring' ? go(state, { at: 'disconnected' }) : stay(state)
    case 'wallet-appeared':
      return state.at === 'disconnected'
        ? afterConnection(state, event.wallet, event.hasToken)
        : stay(state)
    case 'verify-opened':
      return state.at === 'needs-sign-in'
        ? requestMessage(state, state.wallet, 'verify-dialog')
        : stay(state)
    case 'message-received':
      return messageReceived(state, event.challenge)
    case 'sign-pressed':
      return signPressed(state, event.now)
    case 'signed':
      return signed(state, event.signature)
    case 'logged-in':
      return loggedIn(state, event.token)
    case 'token-not-kept':
      return tokenNotKept(state, event.token)
    case 'user-loaded':
      return userLoaded(state, event.user)
    case 'user-refreshed':
      return userRefreshed(state, event.user)
    case 'user-refused':
      return userRefused(state)
    case 'user-unreachable':
      return userUnreachable(state, event.retryAfter)
    case 'retry-due':
    case 'try-again':
      return state.at === 'user-unreachable'
        ? loadUser(state, state.wallet, { tries: state.tries })
        : stay(state)
    case 'failed':
      return failed(state, event.failure)
    case 'address-changed':
      return addressChanged(state, event.wallet)
    case 'chain-changed':
      return chainChanged(state, event.chainId)
    case 'wallet-gone':
      return walletGone(state, event.connector)
    case 'token-refused':
      return tokenRefused(state)
    case 'token-gone-elsewhere':
      return tokenGoneElsewhere(state, event.wasCleared)
    case 'token-arrived-elsewhere':
      return tokenArrivedElsewhere(state)
    case 'dialog-closed':
      return dialogClosed(state)
    case 'log-out':
      return logOut(state, event.from)
  }
}

/** The connected wallet of a state, if it has one. */
export function walletOf(state: State): Wallet | null {
  if ('wallet' in state) return state.wallet
  return state.at === 'connecting' ? (state.former?.wallet ?? null) : null
}

function pick(state: State, event: Extract<Event, { type: 'wallet-picked' }>): Step {
  // While one wallet is asked, a second click is ignored.
  if (state.at !== 'disconnected' && !isSettled(state)) return stay(state)
  const { connector, asked } = event
  if (state.at !== 'disconnected' && state.wallet.connector === connector) {
    return pickAgain(state, asked)
  }
  const former = state.at === 'disconnected' ? null : settledOf(state)
  const next = begin(state, { at: 'connecting', connector, asked, former })
  return { state: next, effects: [{ do: 'connect', attempt: next.attempt, connector }] }
}

/** The wallet that was picked is connected already. */
function pickAgain(state: State & Settled, asked: Asked): Step {
  if (state.at === 'needs-sign-in' && asked.purpose === 'sign-in') {
    return requestMessage(state, state.wallet, asked.place)
  }
  if (state.at === 'user-unreachable') {
    return loadUser(state, state.wallet, { asked, tries: state.tries })
  }
  return { state, effects: [{ do: 'close-dialog' }] }
}

function connected(state: State, event: Extract<Event, { type: 'connected' }>): Step {
  const { wallet, hasToken } = event
  if (state.at === 'restoring') return afterConnection(state, wallet, hasToken)
  if (state.at !== 'connecting') return stay(state)
  const { asked, former } = state
  const next = afterAskedConnection(state, wallet, hasToken, asked)
  if (!former) return next
  // One wallet at a time: the former one is let go once the new one has answered.
  const release: Effect[] = [{ do: 'disconnect', connector: former.wallet.connector }]
  if (former.at === 'signed-in') release.push({ do: 'forget-user' })
  return { ...next, effects: [...release, ...next.effects] }
}

/** An answer to something cancelled. What it brought is given back. */
function late(state: State, event: Event): Step {
  if (event.type === 'connected') return connectedLate(state, event.wallet)
  if (event.type === 'logged-in') return loggedInLate(state, event.token)
  return stay(state)
}

/** A wallet answered after its dialog was closed: it is let go, unless it is in use. */
function connectedLate(state: State, wallet: Wallet): Step {
  const inUse =
    state.at === 'restoring' ||
    walletOf(state)?.connector === wallet.connector ||
    (state.at === 'connecting' && state.connector === wallet.connector)
  return inUse
    ? stay(state)
    : { state, effects: [{ do: 'disconnect', connector: wallet.connector }] }
}

function afterConnection(state: State, wallet: Wallet, hasToken: boolean): Step {
  return hasToken ? loadUser(state, wallet) : go(state, { at: 'needs-sign-in', wallet })
}

function afterAskedConnection(
  state: State,
  wallet: Wallet,
  hasToken: boolean,
  asked: Asked,
): Step {
  if (hasToken) return loadUser(state, wallet, { asked })
  if (asked.purpose === 'sign-in') return signIn(state, wallet, asked.place)
  return go(state, { at: 'needs-sign-in', wallet }, [{ do: 'close-dialog' }])
}

/** Abstract signs in its own window, which needs a press of its own: the verify dialog's. */
function signIn(state: State, wallet: Wallet, place: Place): Step {
  if (wallet.connector !== abstractWalletId) return requestMessage(state, wallet, place)
  const next = requestMessage(state, wallet, 'verify-dialog')
  return { ...next, effects: [{ do: 'open-verify-dialog' }, ...next.effects] }
}

function restore(state: State): Step {
  const next = begin(state, { at: 'restoring' })
  return { state: next, effects: [{ do: 'restore', attempt: next.attempt }] }
}

function requestMessage(state: State, wallet: Wallet, place: Place): Step {
  const next = begin(state, { at: 'requesting-message', wallet, place })
  return {
    state: next,
    effects: [{ do: 'request-message', attempt: next.attempt, wallet }],
  }
}

function messageReceived(state: State, challenge: Challenge): Step {
  if (state.at !== 'requesting-message') return stay(state)
  // In the verify dialog the text is read first; from the wallet's row the wallet shows it.
  if (state.place === 'verify-dialog') {
    return go(state, { at: 'ready-to-sign', wallet: state.wallet, challenge })
  }
  return sign(state, state.wallet, 'wallet-dialog', challenge)
}

function signPressed(state: State, now: number): Step {
  if (state.at !== 'ready-to-sign') return stay(state)
  if (now >= state.challenge.expiresAt) {
    return requestMessage(state, state.wallet, 'verify-dialog')
  }
  return sign(state, state.wallet, 'verify-dialog', state.challenge)
}

function sign(state: State, wallet: Wallet, place: Place, challenge: Challenge): Step {
  const next = begin(state, { at: 'signing', wallet, place, challenge })
  return {
    state: next,
    effects: [{ do: 'sign', attempt: next.attempt, wallet, challenge }],
  }
}

function signed(state: State, signature: string): Step {
  if (state.at !== 'signing') return stay(state)
  const { wallet, place, challenge } = state
  const next = begin(state, { at: 'logging-in', wallet, place })
  const { nonce } = challenge
  return {
    state: next,
    effects: [{ do: 'log-in', attempt: next.attempt, wallet, signature, nonce }],
  }
}

function loggedIn(state: State, token: string): Step {
  if (state.at !== 'logging-in') return loggedInLate(state, token)
  const asked: Asked = { purpose: 'sign-in', place: state.place }
  const next = loadUser(state, state.wallet, { asked, isNew: true })
  return { ...next, effects: [{ do: 'store-token', token }, ...next.effects] }
}

/** Nobody waits for this session any more, and nobody else could end it. */
function loggedInLate(state: State, token: string): Step {
  return { state, effects: [{ do: 'end-session', token }] }
}

function tokenNotKept(state: State, token: string): Step {
  if (state.at !== 'loading-user') return stay(state)
  const next = newTokenUseless(state, state.wallet, {
    title: 'You were not signed in.',
    text: 'Your browser keeps nothing for this site, so you cannot stay signed in.',
  })
  return { ...next, effects: [...next.effects, { do: 'end-session', token }] }
}

function loadUser(
  state: State,
  wallet: Wallet,
  { asked = null, isNew = false, tries = 0 }: Partial<Loading> = {},
): Step {
  const next = begin(state, { at: 'loading-user', wallet, asked, isNew, tries })
  return { state: next, effects: [{ do: 'load-user', attempt: next.attempt }] }
}

function userLoaded(state: State, user: User): Step {
  if (state.at !== 'loading-user') return stay(state)
  if (!isSame(user.address, state.wallet.address)) return userRefused(state)
  return go(state, { at: 'signed-in', wallet: state.wallet, user }, closing(state.asked))
}

function userRefreshed(state: State, user: User): Step {
  const settled = settledIn(state)
  if (settled?.at !== 'signed-in') return stay(state)
  // The answer may have been asked for by whoever was signed in before.
  if (!isSame(user.address, settled.wallet.address)) return stay(state)
  return stay(settle(state, { ...settled, user }))
}

/** The token is worthless or another account's: it goes, the wallet stays. */
function userRefused(state: State): Step {
  if (state.at !== 'loading-user') return stay(state)
  const dropped: Effect[] = [{ do: 'forget-user' }, { do: 'drop-token' }]
  const { wallet, asked, isNew } = state
  if (isNew) {
    return newTokenUseless(state, wallet, {
      title: 'You were not signed in.',
      text: 'The server did not take the new session. Try again.',
    })
  }
  if (asked?.purpose === 'sign-in') {
    const next = signIn(state, wallet, asked.place)
    return { ...next, effects: [...dropped, ...next.effects] }
  }
  return go(state, { at: 'needs-sign-in', wallet }, [...dropped, ...closing(asked)])
}

/** A signature was given and is worth nothing: asking for another would never end. */
function newTokenUseless(state: State, { connector }: Wallet, failure: Failure): Step {
  return {
    state: back(state, null, { ...failure, connector }),
    effects: [
      { do: 'disconnect', connector },
      { do: 'forget-user' },
      { do: 'drop-token' },
      { do: 'tell-failure', failure, connector, canRetry: true },
    ],
  }
}

/** Nobody refused the token, so it is kept, and its user is asked for again after a while. */
function userUnreachable(state: State, retryAfter: number | undefined): Step {
  if (state.at !== 'loading-user') return stay(state)
  const { wallet, asked, tries, attempt } = state
  const seconds = retryAfter ?? pauses[Math.min(tries, pauses.length - 1)] ?? 60
  const later: Effect = { do: 'retry-later', attempt, seconds }
  const tell: Effect = {
    do: 'tell-failure',
    failure: {
      title: 'Your account could not be loaded.',
      text: 'You stay signed in. It is tried again by itself.',
    },
    connector: wallet.connector,
    canRetry: false,
  }
  return go(state, { at: 'user-unreachable', wallet, tries: tries + 1 }, [
    ...closing(asked),
    later,
    // Said once, not at every try.
    ...(tries === 0 ? [tell] : []),
  ])
}

/** Seconds from one try to the next. */
const pauses = [2, 5, 10, 30, 60]

function failed(state: State, failure: Failure): Step {
  if (!isBusy(state)) return stay(state)
  const connector = askedConnector(state)
  const tell: Effect = { do: 'tell-failure', failure, connector, canRetry: true }
  if (state.at === 'connecting') {
    const next = backTo(state, state.former, { ...failure, connector })
    // It may have connected without sharing an account.
    const release: Effect = { do: 'disconnect', connector }
    return { ...next, effects: [release, ...next.effects, tell] }
  }
  return {
    state: back(state, null, { ...failure, connector }),
    effects: [{ do: 'disconnect', connector }, { do: 'forget-user' }, tell],
  }
}

function addressChanged(state: State, wallet: Wallet): Step {
  const former = walletOf(state)
  if (!former || former.connector !== wallet.connector) return stay(state)
  if (isSame(former.address, wallet.address)) return chainChanged(state, wallet.chainId)
  const { connector } = former
  const failure = switchedAccounts(state, former)
  const isShown = isSigning(state) || isAskedFor(state)
  return {
    // The other wallet that is being asked has nothing to do with it.
    state:
      state.at === 'connecting'
        ? { ...state, former: null }
        : back(state, null, isShown ? { ...failure, connector } : null),
    effects: [
      { do: 'forget-user' },
      { do: 'drop-token' },
      { do: 'disconnect', connector },
      { do: 'tell-failure', failure, connector, canRetry: state.at !== 'connecting' },
    ],
  }
}

function switchedAccounts(state: State, { address }: Wallet): Failure {
  const title = 'You switched accounts.'
  if (isSigning(state)) {
    const text = `The message was for ${shortAddress(address)}. Connect the account you want.`
    return { title, text }
  }
  const what =
    settledIn(state)?.at === 'needs-sign-in'
      ? 'The wallet was disconnected'
      : 'You were signed out'
  return { title, text: `${what}. Connect the account you want.` }
}

function chainChanged(state: State, chainId: number): Step {
  const wallet = walletOf(state)
  if (!wallet || wallet.chainId === chainId) return stay(state)
  const moved = { ...wallet, chainId }
  if ('wallet' in state) return stay({ ...state, wallet: moved })
  const settled = settledIn(state)
  return stay(settled ? settle(state, { ...settled, wallet: moved }) : state)
}

/** The wallet let us go by itself. The token is kept: the same account may come back. */
function walletGone(state: State, connector: string): Step {
  const wallet = walletOf(state)
  if (wallet?.connector !== connector) return stay(state)
  if (state.at === 'connecting') {
    return { state: { ...state, former: null }, effects: [{ do: 'forget-user' }] }
  }
  if (!isSigning(state) && !isAskedFor(state)) {
    return { state: back(state, null), effects: [{ do: 'forget-user' }] }
  }
  const failure: Failure = {
    title: `${wallet.name} disconnected.`,
    text: isSigning(state)
      ? 'Nothing was saved. Connect again to go on.'
      : 'Connect again to go on.',
  }
  return {
    state: back(state, null, { ...failure, connector }),
    effects: [
      { do: 'forget-user' },
      { do: 'tell-failure', failure, connector, canRetry: true },
    ],
  }
}

/** The server no longer takes the token, which is gone already. */
function tokenRefused(state: State): Step {
  if (state.at === 'loading-user') return userRefused(state)
  const settled = settledIn(state)
  if (!settled || settled.at === 'needs-sign-in') return stay(state)
  return {
    state: settle(state, { at: 'needs-sign-in', wallet: settled.wallet }),
    effects: [{ do: 'forget-user' }, { do: 'tell-session-ended' }],
  }
}

function tokenGoneElsewhere(state: State, wasCleared: boolean): Step {
  const settled = settledIn(state)
  const hadToken =
    state.at === 'loading-user' || (settled && settled.at !== 'needs-sign-in')
  if (!hadToken) {
    // The wallet may have told it first, and left traces after the other tab had cleared.
    const isOver = wasCleared && state.at === 'disconnected'
    return isOver ? { state, effects: [{ do: 'clear-traces' }] } : stay(state)
  }
  if (wasCleared) {
    return {
      state: back(state, null),
      effects: [
        { do: 'forget-user' },
        { do: 'close-dialog' },
        { do: 'disconnect', connector: null },
        { do: 'clear-traces' },
      ],
    }
  }
  if (state.at === 'loading-user') {
    const { wallet, asked } = state
    return {
      state: begin(state, { at: 'needs-sign-in', wallet }),
      effects: [{ do: 'forget-user' }, ...closing(asked)],
    }
  }
  if (!settled) return stay(state)
  return {
    state: settle(state, { at: 'needs-sign-in', wallet: settled.wallet }),
    effects: [{ do: 'forget-user' }],
  }
}

/** Another tab signed in. Whose token it is shows once its user is loaded here too. */
function tokenArrivedElsewhere(state: State): Step {
  switch (state.at) {
    case 'disconnected':
      return restore(state)
    case 'needs-sign-in':
    case 'user-unreachable':
      return loadUser(state, state.wallet)
    case 'signed-in': {
      const next = loadUser(state, state.wallet)
      return { ...next, effects: [{ do: 'forget-user' }, ...next.effects] }
    }
    case 'loading-user':
      return loadUser(state, state.wallet, { asked: state.asked })
    case 'requesting-message':
    case 'ready-to-sign': {
      const place = state.at === 'ready-to-sign' ? 'verify-dialog' : state.place
      return loadUser(state, state.wallet, { asked: { purpose: 'sign-in', place } })
    }
    case 'connecting': {
      const { former } = state
      if (!former) return stay(state)
      const next = { at: 'user-unreachable', wallet: former.wallet, tries: 0 } as const
      return { state: { ...state, former: next }, effects: [{ do: 'forget-user' }] }
    }
    default:
      return stay(state)
  }
}

/** Closing a dialog takes back what it had begun. */
function dialogClosed(state: State): Step {
  switch (state.at) {
    case 'connecting':
      return backTo(state, state.former, null)
    case 'requesting-message':
    case 'ready-to-sign':
    case 'signing':
    case 'logging-in':
      return {
        state: back(state, null),
        effects: [
          { do: 'forget-user' },
          { do: 'disconnect', connector: state.wallet.connector },
        ],
      }
    case 'loading-user':
      return stay({ ...state, asked: null })
    default:
      return stay(state.failure ? { ...state, failure: null } : state)
  }
}

function logOut(state: State, from: 'here' | 'everywhere'): Step {
  const call: Effect[] = from === 'here' ? [{ do: 'call-logout' }] : []
  return {
    state: back(state, null),
    effects: [
      ...call,
      { do: 'clear-storage' },
      { do: 'forget-user' },
      { do: 'close-dialog' },
      { do: 'disconnect', connector: null },
      { do: 'clear-traces' },
    ],
  }
}

/** Steps that wait for the wallet or the server and end in the reset when they fail. */
function isBusy(state: State): boolean {
  return (
    state.at === 'connecting' ||
    state.at === 'requesting-message' ||
    state.at === 'signing' ||
    state.at === 'logging-in'
  )
}

/** Steps on the way from a message to a session, which a change of the wallet ends. */
function isSigning(state: State): boolean {
  return state.at === 'ready-to-sign' || (state.at !== 'connecting' && isBusy(state))
}

/** Somebody waits for the user in a dialog. */
function isAskedFor(state: State): boolean {
  return state.at === 'loading-user' && state.asked !== null
}

function isSettled(state: State): state is State & Settled {
  return (
    state.at === 'needs-sign-in' ||
    state.at === 'user-unreachable' ||
    state.at === 'signed-in'
  )
}

/** What a state without its running number and its failure is. */
function settledOf(state: State & Settled): Settled {
  const { wallet } = state
  if (state.at === 'signed-in') return { at: state.at, wallet, user: state.user }
  if (state.at === 'user-unreachable') return { at: state.at, wallet, tries: state.tries }
  return { at: state.at, wallet }
}

/** The settled wallet: the only one, or the one that stays while another is asked. */
function settledIn(state: State): Settled | null {
  if (isSettled(state)) return settledOf(state)
  return state.at === 'connecting' ? state.former : null
}

/** Puts something else in the place of the settled wallet; what runs goes on. */
function settle(state: State, next: Settled): State {
  if (state.at === 'connecting') return { ...state, former: next }
  return { ...next, attempt: state.attempt, failure: state.failure }
}

/** The wallet a busy state waits for. */
function askedConnector(state: State): string {
  return state.at === 'connecting' ? state.connector : (walletOf(state)?.connector ?? '')
}

function closing(asked: Asked | null): Effect[] {
  return asked ? [{ do: 'close-dialog' }] : []
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** Moves on within the same attempt. */
function go(state: State, next: Next, effects: Effect[] = []): Step {
  return { state: { ...next, attempt: state.attempt, failure: null }, effects }
}

/** Moves on and makes answers to whatever ran before count as late. */
function begin(state: State, next: Next): State {
  return { ...next, attempt: state.attempt + 1, failure: null }
}

/** As `back`, and takes up again the load of a user that was still to come. */
function backTo(state: State, former: Settled | null, failure: State['failure']): Step {
  if (former?.at !== 'user-unreachable') return stay(back(state, former, failure))
  const { wallet, tries } = former
  const next = loadUser(state, wallet, { tries })
  return { ...next, state: { ...next.state, failure } }
}

/** Goes back to what was before, or to nobody, with the reason when there is one. */
function back(state: State, to: Settled | null, failure: State['failure'] = null): State {
  return { ...(to ?? { at: 'disconnected' }), attempt: state.attempt + 1, failure }
}

function stay(state: State): Step {
  return { state, effects: [] }
}
