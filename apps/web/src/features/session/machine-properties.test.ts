import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  adaAddress,
  bobAddress,
  challenge,
  connectOnly,
  createUser,
  declined,
  names,
  signInAtDialog,
  signInAtRow,
} from '../../../test/session-states.ts'
import type { Wallet } from '../../lib/session.ts'
import type { Effect } from './machine/effects.ts'
import type { Event } from './machine/events.ts'
import { currentWallet, initialState, type State } from './machine/state.ts'
import type { Step } from './machine/transitions.ts'
import { step } from './machine.ts'

/** The browser around the machine, as far as it constrains events. */
type World = {
  state: State
  /** Stored token, which identifies its user. */
  token: string | null
  /** Token that was stored when the current user was loaded. */
  checked: string | null
  /** Number of tokens stored so far. */
  stored: number
}

const logOutOrder: Effect['do'][] = [
  'call-logout',
  'clear-storage',
  'forget-user',
  'close-dialog',
  'disconnect',
  'clear-traces',
]

test('no sequence of events violates an invariant', () => {
  let signedIn = 0
  let loggedOut = 0
  const check = (actions: Action[]) => {
    let world: World = { state: initialState, token: null, checked: null, stored: 0 }
    for (const action of actions) {
      const { event, world: before } = applyAction(world, action)
      const next = step(before.state, event)
      world = follow(before, event, next)
      holds(before, event, next, world)
      if (world.state.at === 'signed-in') signedIn += 1
      if (event.type === 'log-out') loggedOut += 1
    }
  }
  fc.assert(fc.property(fc.array(actions(), { minLength: 20, maxLength: 80 }), check), {
    numRuns: 1_500,
  })
  // The sequences do reach sessions.
  expect(signedIn).toBeGreaterThan(200)
  expect(loggedOut).toBeGreaterThan(200)
})

/** Asserts the invariants that hold after every step. */
function holds(before: World, event: Event, { state, effects }: Step, world: World) {
  const what = names(effects)

  const shown = userOn(state)
  if (shown) {
    expect(currentWallet(state)?.address.toLowerCase()).toBe(shown.address.toLowerCase())
    expect(world.token, 'a user is shown only with a token').not.toBeNull()
    expect(world.checked, 'whose user was compared with the wallet').toBe(world.token)
  }
  if (userOn(before.state) && !shown) expect(what).toContain('forget-user')

  if (what.includes('clear-storage')) {
    const isHere = event.type === 'log-out' && event.from === 'here'
    expect(event.type).toBe('log-out')
    expect(what).toEqual(isHere ? logOutOrder : logOutOrder.slice(1))
  }
  if (event.type === 'log-out') expect(what).toContain('clear-storage')

  if (what.includes('connect')) {
    expect(what.filter((one) => one === 'connect')).toHaveLength(1)
    expect(restingPlaces).toContain(before.state.at)
  }
  if (what.includes('drop-token')) expect(dropping).toContain(event.type)
  if (event.type === 'logged-in') {
    expect(what.some((one) => one === 'store-token' || one === 'end-session')).toBe(true)
  }
  if (what.includes('store-token')) expect(what).toEqual(['store-token', 'load-user'])
  expect(state.attempt).toBeGreaterThanOrEqual(before.state.attempt)
}

const restingPlaces: State['at'][] = [
  'disconnected',
  'needs-sign-in',
  'user-unreachable',
  'signed-in',
]

/** Events that may cost the token: a 401, a mismatch, another address. */
const dropping: Event['type'][] = [
  'token-refused',
  'user-refused',
  'user-loaded',
  'address-changed',
]

function userOn(state: State) {
  if (state.at === 'signed-in') return state.user
  if (state.at === 'connecting' && state.former?.at === 'signed-in') {
    return state.former.user
  }
  return null
}

/** Returns the world after a step and its effects. */
function follow(world: World, event: Event, { state, effects }: Step): World {
  let { token, checked, stored } = world
  if (event.type === 'user-loaded' && event.attempt === world.state.attempt) {
    checked = token
  }
  for (const effect of effects) {
    if (effect.do === 'store-token') {
      token = effect.token
      stored += 1
    }
    if (effect.do === 'drop-token' || effect.do === 'clear-storage') token = null
  }
  return { state, token, checked, stored }
}

type Action = {
  what: Event['type'] | 'usual'
  wallet: Wallet
  purpose: 'row' | 'dialog' | 'connect'
  isLate: boolean
  isYes: boolean
}

function actions(): fc.Arbitrary<Action> {
  return fc.record({
    what: fc.oneof(
      { weight: 3, arbitrary: fc.constant('usual' as const) },
      { weight: 1, arbitrary: fc.constantFrom(...kinds) },
    ),
    wallet: fc.record({
      address: fc.constantFrom(adaAddress, bobAddress),
      chainId: fc.constantFrom(1, 10),
      connector: fc.constantFrom('io.metamask', 'io.rabby', 'xyz.abs.privy'),
      name: fc.constant('A wallet'),
    }),
    purpose: fc.constantFrom('row', 'dialog', 'connect'),
    isLate: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
    isYes: fc.boolean(),
  })
}

/** Events that usually come next, so that the sequences reach a session now and then. */
const usual: Record<State['at'], Event['type']> = {
  disconnected: 'wallet-picked',
  restoring: 'connected',
  connecting: 'connected',
  'requesting-message': 'message-received',
  'ready-to-sign': 'sign-pressed',
  signing: 'signed',
  'logging-in': 'logged-in',
  'loading-user': 'user-loaded',
  'needs-sign-in': 'verify-opened',
  'user-unreachable': 'retry-due',
  'signed-in': 'wallet-picked',
}

const kinds: Event['type'][] = [
  'wallet-picked',
  'connected',
  'message-received',
  'sign-pressed',
  'signed',
  'logged-in',
  'user-loaded',
  'restore',
  'nothing-restored',
  'wallet-appeared',
  'verify-opened',
  'user-refreshed',
  'user-refused',
  'user-unreachable',
  'retry-due',
  'try-again',
  'failed',
  'address-changed',
  'chain-changed',
  'wallet-gone',
  'token-refused',
  'token-gone-elsewhere',
  'token-arrived-elsewhere',
  'dialog-closed',
  'log-out',
]

/**
 * Turns an arbitrary action into an event that is possible in this world, and updates it.
 */
function applyAction(world: World, action: Action): { event: Event; world: World } {
  const { wallet, purpose, isLate, isYes } = action
  const what = action.what === 'usual' ? usual[world.state.at] : action.what
  const attempt = world.state.attempt - (isLate ? 1 : 0)
  const hasToken = world.token !== null
  const same = (event: Event) => ({ event, world })
  switch (what) {
    case 'wallet-picked':
      return same({ type: what, connector: wallet.connector, intent: askedFor[purpose] })
    case 'connected':
      return same({
        type: what,
        attempt,
        wallet: answering(world.state, wallet),
        hasToken,
      })
    case 'wallet-appeared':
      return same({ type: what, wallet, hasToken })
    case 'nothing-restored':
    case 'user-refused':
    case 'user-unreachable':
    case 'retry-due':
      return same({ type: what, attempt })
    case 'message-received':
      return same({ type: what, attempt, challenge })
    case 'sign-pressed':
      return same({ type: what, now: isYes ? 0 : challenge.expiresAt })
    case 'signed':
      return same({ type: what, attempt, signature: '0xab' })
    case 'logged-in':
      return same({
        type: what,
        attempt,
        token: tokenOf(world, currentWallet(world.state)),
      })
    case 'user-loaded':
      return same({ type: what, attempt, user: createUser(ownerOf(world.token, wallet)) })
    case 'user-refreshed':
      return same({ type: what, user: createUser(wallet.address) })
    case 'failed':
      return same({ type: what, attempt, failure: declined })
    case 'address-changed':
      return same({ type: what, wallet })
    case 'chain-changed':
      return same({ type: what, chainId: wallet.chainId })
    case 'wallet-gone':
      return same({ type: what, connector: wallet.connector })
    case 'token-refused':
      return { event: { type: what }, world: { ...world, token: null } }
    case 'token-gone-elsewhere':
      return {
        event: { type: what, wasCleared: isYes },
        world: { ...world, token: null },
      }
    case 'token-arrived-elsewhere': {
      const token = tokenOf(world, wallet)
      return {
        event: { type: what },
        world: { ...world, token, stored: world.stored + 1 },
      }
    }
    case 'log-out':
      return same({ type: what, from: isYes ? 'here' : 'everywhere' })
    default:
      return same({ type: what })
  }
}

const askedFor = { row: signInAtRow, dialog: signInAtDialog, connect: connectOnly }

/** Responses come from the requested wallet only. */
function answering(state: State, wallet: Wallet): Wallet {
  return state.at === 'connecting' ? { ...wallet, connector: state.connector } : wallet
}

function tokenOf({ stored }: World, wallet: Wallet | null): string {
  return `${wallet?.address ?? adaAddress}:${stored}`
}

/** Returns the user of the token, as the server responds. */
function ownerOf(token: string | null, wallet: Wallet): string {
  return token?.split(':')[0] ?? wallet.address
}
