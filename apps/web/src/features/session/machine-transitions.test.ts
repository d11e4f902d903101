import { expect, test } from 'vitest'
import {
  ada,
  bobAddress,
  challenge,
  createUser,
  declined,
  machineStates,
  metamask,
  names,
  pickMetamask,
  pickRabby,
  rabby,
} from '../../../test/session-states.ts'
import type { Wallet } from '../../lib/session.ts'
import type { Effect } from './machine/effects.ts'
import type { Event } from './machine/events.ts'
import type { State } from './machine/state.ts'
import type { Step } from './machine/transitions.ts'
import { step } from './machine.ts'

/** One event of every kind, and of every content that the machine distinguishes. */
const events = {
  'picks MetaMask': () => pickMetamask,
  'picks Rabby': () => pickRabby,
  'the requested wallet connects': (state) => ({
    type: 'connected',
    attempt: state.attempt,
    wallet: askedWallet(state),
    hasToken: false,
  }),
  'the requested wallet connects, a token is kept': (state) => ({
    type: 'connected',
    attempt: state.attempt,
    wallet: askedWallet(state),
    hasToken: true,
  }),
  'Rabby connects too late': ({ attempt }) => ({
    type: 'connected',
    attempt: attempt - 1,
    wallet: rabby,
    hasToken: false,
  }),
  restore: () => ({ type: 'restore' }),
  'nothing restored': ({ attempt }) => ({ type: 'nothing-restored', attempt }),
  'MetaMask appears': () => ({
    type: 'wallet-appeared',
    wallet: metamask,
    hasToken: false,
  }),
  'MetaMask appears, a token is kept': () => ({
    type: 'wallet-appeared',
    wallet: metamask,
    hasToken: true,
  }),
  'verify opened': () => ({ type: 'verify-opened' }),
  'message received': ({ attempt }) => ({ type: 'message-received', attempt, challenge }),
  'sign pressed': () => ({ type: 'sign-pressed', now: 0 }),
  'sign pressed too late': () => ({ type: 'sign-pressed', now: challenge.expiresAt }),
  signed: ({ attempt }) => ({ type: 'signed', attempt, signature: '0xab' }),
  'login answered': ({ attempt }) => ({ type: 'logged-in', attempt, token: 'plm_1' }),
  'login answered too late': ({ attempt }) => ({
    type: 'logged-in',
    attempt: attempt - 1,
    token: 'plm_1',
  }),
  'user loaded': ({ attempt }) => ({ type: 'user-loaded', attempt, user: ada }),
  'foreign user loaded': ({ attempt }) => ({
    type: 'user-loaded',
    attempt,
    user: createUser(bobAddress),
  }),
  'user refreshed': () => ({ type: 'user-refreshed', user: { ...ada, balance: 1 } }),
  'foreign user refreshed': () => ({
    type: 'user-refreshed',
    user: createUser(bobAddress),
  }),
  'user refused': ({ attempt }) => ({ type: 'user-refused', attempt }),
  'user unreachable': ({ attempt }) => ({ type: 'user-unreachable', attempt }),
  'retry due': ({ attempt }) => ({ type: 'retry-due', attempt }),
  'try again': () => ({ type: 'try-again' }),
  failed: ({ attempt }) => ({ type: 'failed', attempt, failure: declined }),
  'failed too late': ({ attempt }) => ({
    type: 'failed',
    attempt: attempt - 1,
    failure: declined,
  }),
  'MetaMask changes address': () => ({
    type: 'address-changed',
    wallet: { ...metamask, address: bobAddress },
  }),
  'MetaMask changes network': () => ({ type: 'chain-changed', chainId: 10 }),
  'MetaMask goes': () => ({ type: 'wallet-gone', connector: 'io.metamask' }),
  'Rabby goes': () => ({ type: 'wallet-gone', connector: 'io.rabby' }),
  'token refused': () => ({ type: 'token-refused' }),
  'token removed in another tab': () => ({
    type: 'token-gone-elsewhere',
    wasCleared: false,
  }),
  'logged out in another tab': () => ({ type: 'token-gone-elsewhere', wasCleared: true }),
  'token stored in another tab': () => ({ type: 'token-arrived-elsewhere' }),
  'dialog closed': () => ({ type: 'dialog-closed' }),
  'logs out': () => ({ type: 'log-out', from: 'here' }),
  'logs out everywhere': () => ({ type: 'log-out', from: 'everywhere' }),
} satisfies Record<string, (state: State) => Event>

/** Expected effects of logging out in any state. */
const logOut = {
  'logs out':
    'disconnected: call-logout, clear-storage, forget-user, close-dialog, disconnect, clear-traces',
  'logs out everywhere':
    'disconnected: clear-storage, forget-user, close-dialog, disconnect, clear-traces',
}

/** Expected effect of a session that is no longer awaited: it is ended in any state. */
const givenBack: Effect[] = [{ do: 'end-session', token: 'plm_1' }]

/** Every transition. An event that is not listed changes nothing and has no effects. */
const transitions: Record<
  keyof typeof machineStates,
  Partial<Record<keyof typeof events, string>>
> = {
  disconnected: {
    'logged out in another tab': 'disconnected: clear-traces',
    'picks MetaMask': 'connecting: connect',
    'picks Rabby': 'connecting: connect',
    'Rabby connects too late': 'disconnected: disconnect',
    restore: 'restoring: restore',
    'MetaMask appears': 'needs-sign-in: ',
    'MetaMask appears, a token is kept': 'loading-user: load-user',
    'token stored in another tab': 'restoring: restore',
    ...logOut,
  },
  restoring: {
    'the requested wallet connects': 'needs-sign-in: ',
    'the requested wallet connects, a token is kept': 'loading-user: load-user',
    'nothing restored': 'disconnected: ',
    ...logOut,
  },
  'connecting the first wallet': {
    'the requested wallet connects': 'requesting-message: request-message',
    'the requested wallet connects, a token is kept': 'loading-user: load-user',
    'Rabby connects too late': 'connecting: disconnect',
    failed: 'disconnected: disconnect, show-failure',
    'dialog closed': 'disconnected: ',
    ...logOut,
  },
  'connecting beside a signed-in wallet': {
    'the requested wallet connects':
      'requesting-message: disconnect, forget-user, request-message',
    'the requested wallet connects, a token is kept':
      'loading-user: disconnect, forget-user, load-user',
    'user refreshed': 'connecting (signed-in): ',
    failed: 'signed-in: disconnect, show-failure',
    'MetaMask changes address':
      'connecting: forget-user, drop-token, disconnect, show-failure',
    'MetaMask changes network': 'connecting (signed-in): ',
    'MetaMask goes': 'connecting: forget-user',
    'token refused': 'connecting (needs-sign-in): forget-user, show-session-ended',
    'token removed in another tab': 'connecting (needs-sign-in): forget-user',
    'logged out in another tab':
      'disconnected: forget-user, close-dialog, disconnect, clear-traces',
    'token stored in another tab': 'connecting (user-unreachable): forget-user',
    'dialog closed': 'signed-in: ',
    ...logOut,
  },
  'connecting beside a wallet that is not signed in': {
    'the requested wallet connects': 'requesting-message: disconnect, request-message',
    'the requested wallet connects, a token is kept':
      'loading-user: disconnect, load-user',
    failed: 'needs-sign-in: disconnect, show-failure',
    'MetaMask changes address':
      'connecting: forget-user, drop-token, disconnect, show-failure',
    'MetaMask changes network': 'connecting (needs-sign-in): ',
    'MetaMask goes': 'connecting: forget-user',
    'token stored in another tab': 'connecting (user-unreachable): forget-user',
    'dialog closed': 'needs-sign-in: ',
    ...logOut,
  },
  'connecting beside a wallet whose user is not loaded': {
    'the requested wallet connects': 'requesting-message: disconnect, request-message',
    'the requested wallet connects, a token is kept':
      'loading-user: disconnect, load-user',
    failed: 'loading-user: disconnect, load-user, show-failure',
    'MetaMask changes address':
      'connecting: forget-user, drop-token, disconnect, show-failure',
    'MetaMask changes network': 'connecting (user-unreachable): ',
    'MetaMask goes': 'connecting: forget-user',
    'token refused': 'connecting (needs-sign-in): forget-user, show-session-ended',
    'token removed in another tab': 'connecting (needs-sign-in): forget-user',
    'logged out in another tab':
      'disconnected: forget-user, close-dialog, disconnect, clear-traces',
    'token stored in another tab': 'connecting (user-unreachable): forget-user',
    'dialog closed': 'loading-user: load-user',
    ...logOut,
  },
  'requesting the message from the row': {
    'Rabby connects too late': 'requesting-message: disconnect',
    'message received': 'signing: sign',
    failed: 'disconnected: disconnect, forget-user, show-failure',
    'MetaMask changes address':
      'disconnected: forget-user, drop-token, disconnect, show-failure',
    'MetaMask changes network': 'requesting-message: ',
    'MetaMask goes': 'disconnected: forget-user, show-failure',
    'token stored in another tab': 'loading-user: load-user',
    'dialog closed': 'disconnected: forget-user, disconnect',
    ...logOut,
  },
  'requesting the message in the verify dialog': {
    'Rabby connects too late': 'requesting-message: disconnect',
    'message received': 'ready-to-sign: ',
    failed: 'disconnected: disconnect, forget-user, show-failure',
    'MetaMask changes address':
      'disconnected: forget-user, drop-token, disconnect, show-failure',
    'MetaMask changes network': 'requesting-message: ',
    'MetaMask goes': 'disconnected: forget-user, show-failure',
    'token stored in another tab': 'loading-user: load-user',
    'dialog closed': 'disconnected: forget-user, disconnect',
    ...logOut,
  },
  'ready to sign': {
    'Rabby connects too late': 'ready-to-sign: disconnect',
    'sign pressed': 'signing: sign',
    'sign pressed too late': 'requesting-message: request-message',
    'MetaMask changes address':
      'disconnected: forget-user, drop-token, disconnect, show-failure',
    'MetaMask changes network': 'ready-to-sign: ',
    'MetaMask goes': 'disconnected: forget-user, show-failure',
    'token stored in another tab': 'loading-user: load-user',
    'dialog closed': 'disconnected: forget-user, disconnect',
    ...logOut,
  },
  signing: {
    'Rabby connects too late': 'signing: disconnect',
    signed: 'logging-in: log-in',
    failed: 'disconnected: disconnect, forget-user, show-failure',
    'MetaMask changes address':
      'disconnected: forget-user, drop-token, disconnect, show-failure',
    'MetaMask changes network': 'signing: ',
    'MetaMask goes': 'disconnected: forget-user, show-failure',
    'dialog closed': 'disconnected: forget-user, disconnect',
    ...logOut,
  },
  'logging in': {
    'Rabby connects too late': 'logging-in: disconnect',
    'login answered': 'loading-user: store-token, load-user',
    failed: 'disconnected: disconnect, forget-user, show-failure',
    'MetaMask changes address':
      'disconnected: forget-user, drop-token, disconnect, show-failure',
    'MetaMask changes network': 'logging-in: ',
    'MetaMask goes': 'disconnected: forget-user, show-failure',
    'dialog closed': 'disconnected: forget-user, disconnect',
    ...logOut,
  },
  'loading the user of a new token': {
    'Rabby connects too late': 'loading-user: disconnect',
    'user loaded': 'signed-in: close-dialog',
    'foreign user loaded':
      'disconnected: disconnect, forget-user, drop-token, show-failure',
    'user refused': 'disconnected: disconnect, forget-user, drop-token, show-failure',
    'user unreachable': 'user-unreachable: close-dialog, retry-later, show-failure',
    'MetaMask changes address':
      'disconnected: forget-user, drop-token, disconnect, show-failure',
    'MetaMask changes network': 'loading-user: ',
    'MetaMask goes': 'disconnected: forget-user, show-failure',
    'token removed in another tab': 'needs-sign-in: forget-user, close-dialog',
    'logged out in another tab':
      'disconnected: forget-user, close-dialog, disconnect, clear-traces',
    'token stored in another tab': 'loading-user: load-user',
    'dialog closed': 'loading-user: ',
    'token refused': 'disconnected: disconnect, forget-user, drop-token, show-failure',
    ...logOut,
  },
  'loading the user of a kept token': {
    'Rabby connects too late': 'loading-user: disconnect',
    'user loaded': 'signed-in: ',
    'foreign user loaded': 'needs-sign-in: forget-user, drop-token',
    'user refused': 'needs-sign-in: forget-user, drop-token',
    'user unreachable': 'user-unreachable: retry-later, show-failure',
    'MetaMask changes address':
      'disconnected: forget-user, drop-token, disconnect, show-failure',
    'MetaMask changes network': 'loading-user: ',
    'MetaMask goes': 'disconnected: forget-user',
    'token removed in another tab': 'needs-sign-in: forget-user',
    'logged out in another tab':
      'disconnected: forget-user, close-dialog, disconnect, clear-traces',
    'token stored in another tab': 'loading-user: load-user',
    'token refused': 'needs-sign-in: forget-user, drop-token',
    ...logOut,
  },
  'needs sign-in': {
    'picks MetaMask': 'requesting-message: request-message',
    'picks Rabby': 'connecting (needs-sign-in): connect',
    'Rabby connects too late': 'needs-sign-in: disconnect',
    'verify opened': 'requesting-message: request-message',
    'MetaMask changes address':
      'disconnected: forget-user, drop-token, disconnect, show-failure',
    'MetaMask changes network': 'needs-sign-in: ',
    'MetaMask goes': 'disconnected: forget-user',
    'token stored in another tab': 'loading-user: load-user',
    ...logOut,
  },
  'user unreachable': {
    'picks MetaMask': 'loading-user: load-user',
    'picks Rabby': 'connecting (user-unreachable): connect',
    'Rabby connects too late': 'user-unreachable: disconnect',
    'retry due': 'loading-user: load-user',
    'try again': 'loading-user: load-user',
    'MetaMask changes address':
      'disconnected: forget-user, drop-token, disconnect, show-failure',
    'MetaMask changes network': 'user-unreachable: ',
    'MetaMask goes': 'disconnected: forget-user',
    'token refused': 'needs-sign-in: forget-user, show-session-ended',
    'token removed in another tab': 'needs-sign-in: forget-user',
    'logged out in another tab':
      'disconnected: forget-user, close-dialog, disconnect, clear-traces',
    'token stored in another tab': 'loading-user: load-user',
    ...logOut,
  },
  'signed in': {
    'picks MetaMask': 'signed-in: close-dialog',
    'picks Rabby': 'connecting (signed-in): connect',
    'Rabby connects too late': 'signed-in: disconnect',
    'user refreshed': 'signed-in: ',
    'MetaMask changes address':
      'disconnected: forget-user, drop-token, disconnect, show-failure',
    'MetaMask changes network': 'signed-in: ',
    'MetaMask goes': 'disconnected: forget-user',
    'token refused': 'needs-sign-in: forget-user, show-session-ended',
    'token removed in another tab': 'needs-sign-in: forget-user',
    'logged out in another tab':
      'disconnected: forget-user, close-dialog, disconnect, clear-traces',
    'token stored in another tab': 'loading-user: forget-user, load-user',
    ...logOut,
  },
}

for (const place of keysOf(machineStates)) {
  test(`${place}: every event causes its listed transition, or none`, () => {
    const state = machineStates[place]
    for (const name of keysOf(events)) {
      const next = step(state, events[name](state))
      const listed = transitions[place][name]
      const effects = name.startsWith('login answered') ? givenBack : []
      if (listed === undefined) expect(next, name).toEqual({ state, effects })
      else expect(outcome(next), name).toBe(listed)
    }
  })
}

function keysOf<T extends object>(table: T): (keyof T)[] {
  // Safe: the tables above are literals and hold nothing else.
  return Object.keys(table) as (keyof T)[]
}

function askedWallet(state: State): Wallet {
  return state.at === 'connecting' && state.connector === 'io.rabby' ? rabby : metamask
}

/** Formats a step as `state (idle part): effects in order`. */
function outcome({ state, effects }: Step): string {
  const beside = state.at === 'connecting' && state.former ? ` (${state.former.at})` : ''
  return `${state.at}${beside}: ${names(effects).join(', ')}`
}
