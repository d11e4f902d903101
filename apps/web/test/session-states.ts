import type { User } from '@platemark/api/profile'
import type { Effect } from '../src/features/session/machine/effects.ts'
import type { Event } from '../src/features/session/machine/events.ts'
import {
  type Challenge,
  initialState,
  type State,
} from '../src/features/session/machine/state.ts'
import type { Step } from '../src/features/session/machine/transitions.ts'
import { step } from '../src/features/session/machine.ts'
import type { Wallet } from '../src/lib/session.ts'

// Wallets, users and states that the machine's tests share.

export const adaAddress = '0x7C4e09b1A35dF6628E40c1B97d5a83E2046f91b3'
export const bobAddress = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const metamask: Wallet = {
  address: adaAddress,
  chainId: 31_337,
  connector: 'io.metamask',
  name: 'MetaMask',
}
export const rabby: Wallet = {
  address: bobAddress,
  chainId: 1,
  connector: 'io.rabby',
  name: 'Rabby Wallet',
}
export const ada = createUser(adaAddress)
export const challenge: Challenge = {
  message: 'platemark.example wants you to sign in',
  nonce: '7qk2m9xw4hd8',
  expiresAt: 5_000,
}
export const declined = { title: 'You declined.', text: 'Nothing was saved.' }
export const signInAtRow = { purpose: 'sign-in', surface: 'wallet-dialog' } as const
export const connectOnly = { purpose: 'connect', surface: 'wallet-dialog' } as const
export const signInAtDialog = { purpose: 'sign-in', surface: 'verify-dialog' } as const

export const pickMetamask: Extract<Event, { type: 'wallet-picked' }> = {
  type: 'wallet-picked',
  connector: 'io.metamask',
  intent: signInAtRow,
}

export const pickRabby: Event = { ...pickMetamask, connector: 'io.rabby' }

/** Runs events from the initial state; the effects are those of the last one. */
export function runEvents(events: Event[]): Step {
  const start: Step = { state: initialState, effects: [] }
  return events.reduce(({ state }, event) => step(state, fill(event, state)), start)
}

/** Sets the current attempt on events made without a state. */
function fill(event: Event, { attempt }: State): Event {
  return 'attempt' in event && event.attempt === -1 ? { ...event, attempt } : event
}

export function connectedEvent(wallet: Wallet, hasToken = false, state?: State): Event {
  return { type: 'connected', attempt: state?.attempt ?? -1, wallet, hasToken }
}

export function failedEvent(state?: State): Event {
  return { type: 'failed', attempt: state?.attempt ?? -1, failure: declined }
}

export function messageEvent({ attempt }: State): Event {
  return { type: 'message-received', attempt, challenge }
}

export function userLoadedEvent({ attempt }: State, user = ada): Event {
  return { type: 'user-loaded', attempt, user }
}

export function names(effects: Effect[]): string[] {
  return effects.map((effect) => effect.do)
}

export function requesting(): State {
  return runEvents([pickMetamask, connectedEvent(metamask)]).state
}

export function signing(): State {
  const state = requesting()
  return step(state, messageEvent(state)).state
}

export function loggingIn(): State {
  const state = signing()
  return step(state, { type: 'signed', attempt: state.attempt, signature: '0xab' }).state
}

export function loading(): State {
  const state = loggingIn()
  return step(state, { type: 'logged-in', attempt: state.attempt, token: 'plm_1' }).state
}

export function restoredLoading(): State {
  const state = step(initialState, { type: 'restore' }).state
  return step(state, connectedEvent(metamask, true, state)).state
}

export function unreachable(): State {
  const state = loading()
  return step(state, { type: 'user-unreachable', attempt: state.attempt }).state
}

export function signedIn(): State {
  const state = loading()
  return step(state, userLoadedEvent(state)).state
}

export function needsSignIn(): State {
  return runEvents([{ ...pickMetamask, intent: connectOnly }, connectedEvent(metamask)])
    .state
}

export function ready(): State {
  const state = step(needsSignIn(), { type: 'verify-opened' }).state
  return step(state, messageEvent(state)).state
}

export function createUser(address: string): User {
  return {
    id: 'ada',
    address,
    account_chain: null,
    username: null,
    email: null,
    bio: null,
    balance: 0,
    avatar_url: null,
    website_link: null,
    twitter_link: null,
    instagram_link: null,
    warpcast_link: null,
    lens_link: null,
    github_link: null,
    created_at: '2026-11-20T14:09:41Z',
    username_fixed_until: null,
    claimable_achievements: 0,
    balance_unpriced: [],
  }
}

/** Every state of the machine, by a readable name. */
export const machineStates = {
  disconnected: initialState,
  restoring: step(initialState, { type: 'restore' }).state,
  'connecting the first wallet': step(initialState, pickMetamask).state,
  'connecting beside a signed-in wallet': step(signedIn(), pickRabby).state,
  'connecting beside a wallet that is not signed in': step(needsSignIn(), pickRabby)
    .state,
  'connecting beside a wallet whose user is not loaded': step(unreachable(), pickRabby)
    .state,
  'requesting the message from the row': requesting(),
  'requesting the message in the verify dialog': step(needsSignIn(), {
    type: 'verify-opened',
  }).state,
  'ready to sign': ready(),
  signing: signing(),
  'logging in': loggingIn(),
  'loading the user of a new token': loading(),
  'loading the user of a kept token': restoredLoading(),
  'needs sign-in': needsSignIn(),
  'user unreachable': unreachable(),
  'signed in': signedIn(),
}
