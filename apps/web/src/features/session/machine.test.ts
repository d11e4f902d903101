import { describe, expect, test } from 'vitest'
import {
  ada,
  adaAddress,
  bobAddress,
  challenge,
  connectedEvent,
  connectOnly,
  createUser,
  declined,
  failedEvent,
  loading,
  loggingIn,
  messageEvent,
  metamask,
  names,
  needsSignIn,
  pickMetamask,
  pickRabby,
  rabby,
  ready,
  requesting,
  restoredLoading,
  runEvents,
  signedIn,
  signInAtDialog,
  signInAtRow,
  signing,
  unreachable,
  userLoadedEvent,
} from '../../../test/session-states.ts'
import type { Event } from './machine/events.ts'
import { currentWallet, initialState, type State } from './machine/state.ts'
import { step } from './machine.ts'

describe('connecting', () => {
  test('a picked wallet gets a connection request', () => {
    const { state, effects } = step(initialState, pickMetamask)
    expect(state).toMatchObject({ at: 'connecting', connector: 'io.metamask' })
    expect(effects).toEqual([{ do: 'connect', attempt: 1, connector: 'io.metamask' }])
  })

  test('a second click is ignored while a connection is pending', () => {
    const { state } = step(initialState, pickMetamask)
    expect(step(state, { ...pickMetamask, connector: 'io.rabby' })).toEqual({
      state,
      effects: [],
    })
  })

  test('a second click is ignored in every step that waits', () => {
    for (const state of [requesting(), ready(), signing(), loggingIn(), loading()]) {
      expect(step(state, pickMetamask)).toEqual({ state, effects: [] })
    }
  })

  test('a connected wallet gets a signature request at once', () => {
    const { state, effects } = runEvents([pickMetamask, connectedEvent(metamask)])
    expect(state).toMatchObject({ at: 'requesting-message', wallet: metamask })
    expect(names(effects)).toEqual(['request-message'])
  })

  test('connecting for a mint stops at connected', () => {
    const { state, effects } = runEvents([
      { ...pickMetamask, intent: connectOnly },
      connectedEvent(metamask),
    ])
    expect(state).toMatchObject({ at: 'needs-sign-in', wallet: metamask })
    expect(effects).toEqual([{ do: 'close-dialog' }])
  })

  test('a stored token makes the signature unnecessary', () => {
    const { state, effects } = runEvents([pickMetamask, connectedEvent(metamask, true)])
    expect(state).toMatchObject({ at: 'loading-user' })
    expect(names(effects)).toEqual(['load-user'])
  })

  test('Abstract continues in the verify dialog', () => {
    const abstract = { ...metamask, connector: 'xyz.abs.privy', name: 'Abstract' }
    const { state, effects } = runEvents([
      { ...pickMetamask, connector: 'xyz.abs.privy' },
      connectedEvent(abstract),
    ])
    expect(state).toMatchObject({ at: 'requesting-message', surface: 'verify-dialog' })
    expect(names(effects)).toEqual(['open-verify-dialog', 'request-message'])
  })

  test('a failure returns to disconnected and is shown once', () => {
    const { state, effects } = runEvents([pickMetamask, failedEvent()])
    expect(state).toMatchObject({
      at: 'disconnected',
      failure: { ...declined, connector: 'io.metamask' },
    })
    expect(effects).toEqual([
      { do: 'disconnect', connector: 'io.metamask' },
      {
        do: 'show-failure',
        failure: declined,
        connector: 'io.metamask',
        canRetry: true,
      },
    ])
  })

  test('a failure returns to the previously connected wallet', () => {
    const before = signedIn()
    const asking = step(before, { ...pickMetamask, connector: 'io.rabby' }).state
    const { state, effects } = step(asking, failedEvent(asking))
    expect(state).toMatchObject({ at: 'signed-in', wallet: metamask, user: ada })
    expect(effects[0]).toEqual({ do: 'disconnect', connector: 'io.rabby' })
    expect(names(effects)).toEqual(['disconnect', 'show-failure'])
  })

  test('the former wallet is disconnected once another has connected', () => {
    const asking = step(needsSignIn(), { ...pickMetamask, connector: 'io.rabby' }).state
    expect(currentWallet(asking)).toEqual(metamask)
    const { state, effects } = step(asking, connectedEvent(rabby, false, asking))
    expect(state).toMatchObject({ at: 'requesting-message', wallet: rabby })
    expect(effects[0]).toEqual({ do: 'disconnect', connector: 'io.metamask' })
  })

  test('picking the connected wallet again signs in, or only closes the dialog', () => {
    expect(step(needsSignIn(), pickMetamask).state).toMatchObject({
      at: 'requesting-message',
    })
    expect(step(needsSignIn(), { ...pickMetamask, intent: connectOnly })).toMatchObject({
      state: { at: 'needs-sign-in' },
      effects: [{ do: 'close-dialog' }],
    })
    expect(names(step(signedIn(), pickMetamask).effects)).toEqual(['close-dialog'])
  })

  test('closing the dialog cancels; a wallet that connects later is disconnected', () => {
    const asking = step(initialState, pickMetamask).state
    const given = step(asking, { type: 'dialog-closed' })
    expect(given).toMatchObject({ state: { at: 'disconnected' }, effects: [] })
    expect(step(given.state, connectedEvent(metamask, false, asking))).toEqual({
      state: given.state,
      effects: [{ do: 'disconnect', connector: 'io.metamask' }],
    })
  })

  test('a late response does not disturb a new request to the same wallet', () => {
    const first = step(initialState, pickMetamask).state
    const given = step(first, { type: 'dialog-closed' }).state
    const second = step(given, pickMetamask).state
    expect(step(second, connectedEvent(metamask, false, first)).effects).toEqual([])
    expect(step(needsSignIn(), connectedEvent(metamask, false, first)).effects).toEqual(
      [],
    )
  })

  test('a late failure changes nothing', () => {
    const asking = step(initialState, pickMetamask).state
    const given = step(asking, { type: 'dialog-closed' }).state
    expect(step(given, failedEvent(asking))).toEqual({ state: given, effects: [] })
  })
})

describe('restoring', () => {
  const restoring = step(initialState, { type: 'restore' }).state

  test('an earlier connection is restored once', () => {
    const { state, effects } = step(initialState, { type: 'restore' })
    expect(state).toMatchObject({ at: 'restoring' })
    expect(effects).toEqual([{ do: 'restore', attempt: 1 }])
    expect(step(state, { type: 'restore' }).effects).toEqual([])
  })

  test('with a token the user is loaded', () => {
    const { state, effects } = step(restoring, connectedEvent(metamask, true, restoring))
    expect(state).toMatchObject({ at: 'loading-user', intent: null })
    expect(names(effects)).toEqual(['load-user'])
  })

  test('without a token it waits for a signature', () => {
    const { state, effects } = step(restoring, connectedEvent(metamask, false, restoring))
    expect(state).toMatchObject({ at: 'needs-sign-in', wallet: metamask })
    expect(effects).toEqual([])
  })

  test('a wallet that is locked or gone ends disconnected', () => {
    const { attempt } = restoring
    expect(step(restoring, { type: 'nothing-restored', attempt })).toMatchObject({
      state: { at: 'disconnected', failure: null },
      effects: [],
    })
    const elsewhere = { type: 'nothing-restored', attempt: 0 } as const
    expect(step(initialState, elsewhere)).toEqual({ state: initialState, effects: [] })
  })

  test('a wallet that connects by itself counts as connected', () => {
    const appeared = { type: 'wallet-appeared', wallet: metamask } as const
    expect(step(initialState, { ...appeared, hasToken: false }).state).toMatchObject({
      at: 'needs-sign-in',
    })
    expect(step(initialState, { ...appeared, hasToken: true }).state).toMatchObject({
      at: 'loading-user',
    })
    expect(step(signedIn(), { ...appeared, hasToken: true }).effects).toEqual([])
  })
})

describe('signing in', () => {
  test('from the wallet row the message goes to the wallet at once', () => {
    const state = requesting()
    const next = step(state, messageEvent(state))
    expect(next.state).toMatchObject({ at: 'signing', surface: 'wallet-dialog' })
    expect(next.effects).toMatchObject([{ do: 'sign', challenge }])
  })

  test('in the verify dialog the message is shown first', () => {
    const opened = step(needsSignIn(), { type: 'verify-opened' })
    expect(names(opened.effects)).toEqual(['request-message'])
    const read = step(opened.state, messageEvent(opened.state))
    expect(read).toMatchObject({ state: { at: 'ready-to-sign', challenge }, effects: [] })
    const pressed = step(read.state, { type: 'sign-pressed', now: 4_999 })
    expect(pressed.state).toMatchObject({ at: 'signing', surface: 'verify-dialog' })
    expect(names(pressed.effects)).toEqual(['sign'])
  })

  test('an expired message is replaced instead of signed', () => {
    const { state, effects } = step(ready(), { type: 'sign-pressed', now: 5_000 })
    expect(state).toMatchObject({ at: 'requesting-message', surface: 'verify-dialog' })
    expect(names(effects)).toEqual(['request-message'])
  })

  test('the signature is sent with the nonce', () => {
    const state = signing()
    const { attempt } = state
    const next = step(state, { type: 'signed', attempt, signature: '0xab' })
    expect(next.state).toMatchObject({ at: 'logging-in' })
    expect(next.effects).toMatchObject([
      { do: 'log-in', signature: '0xab', nonce: challenge.nonce, wallet: metamask },
    ])
  })

  test('the token is stored before the user is loaded with it', () => {
    const state = loggingIn()
    const { attempt } = state
    const next = step(state, { type: 'logged-in', attempt, token: 'plm_1' })
    expect(next.state).toMatchObject({ at: 'loading-user' })
    expect(names(next.effects)).toEqual(['store-token', 'load-user'])
  })

  test('the loaded user ends the flow and closes the dialog', () => {
    const state = loading()
    const next = step(state, userLoadedEvent(state))
    expect(next.state).toMatchObject({ at: 'signed-in', user: ada, wallet: metamask })
    expect(next.effects).toEqual([{ do: 'close-dialog' }])
  })

  test('a user restored without a dialog closes none', () => {
    const state = restoredLoading()
    expect(step(state, userLoadedEvent(state))).toMatchObject({
      state: { at: 'signed-in' },
      effects: [],
    })
  })

  test('the letter case of the address does not matter', () => {
    const state = loading()
    const user = createUser(adaAddress.toLowerCase())
    expect(step(state, userLoadedEvent(state, user)).state.at).toBe('signed-in')
  })

  test.each([
    ['requesting the message', requesting()],
    ['signing', signing()],
    ['logging in', loggingIn()],
  ])('a failure while %s disconnects, resets and is shown', (_when, state) => {
    const next = step(state, failedEvent(state))
    expect(next.state).toMatchObject({
      at: 'disconnected',
      failure: { ...declined, connector: 'io.metamask' },
    })
    expect(next.effects).toEqual([
      { do: 'disconnect', connector: 'io.metamask' },
      { do: 'forget-user' },
      { do: 'show-failure', failure: declined, connector: 'io.metamask', canRetry: true },
    ])
  })

  test('a failure reported where nothing runs changes nothing', () => {
    for (const state of [initialState, needsSignIn(), signedIn(), ready()]) {
      expect(step(state, failedEvent(state))).toEqual({ state, effects: [] })
    }
  })

  test('trying again in the verify dialog connects first', () => {
    const state = step(signing(), failedEvent(signing())).state
    const again = step(state, { ...pickMetamask, intent: signInAtDialog }).state
    expect(again).toMatchObject({ at: 'connecting', failure: null })
    expect(step(again, connectedEvent(metamask, false, again)).state).toMatchObject({
      at: 'requesting-message',
      surface: 'verify-dialog',
    })
  })

  test.each([
    ['requesting-message', requesting()],
    ['ready-to-sign', ready()],
    ['signing', signing()],
    ['logging-in', loggingIn()],
  ])('closing the dialog in %s disconnects the wallet', (_at, state) => {
    expect(step(state, { type: 'dialog-closed' })).toMatchObject({
      state: { at: 'disconnected', failure: null },
      effects: [{ do: 'forget-user' }, { do: 'disconnect', connector: 'io.metamask' }],
    })
  })

  test('a signature that arrives after closing is not used', () => {
    const state = signing()
    const closed = step(state, { type: 'dialog-closed' }).state
    const late: Event = { type: 'signed', attempt: state.attempt, signature: '0xab' }
    expect(step(closed, late)).toEqual({ state: closed, effects: [] })
  })

  test('closing while the user is loaded lets the loading end', () => {
    const state = step(loading(), { type: 'dialog-closed' }).state
    expect(state).toMatchObject({ at: 'loading-user', intent: null })
    expect(step(state, userLoadedEvent(state)).state.at).toBe('signed-in')
  })

  test('closing a dialog that shows a failure clears it', () => {
    const { state } = runEvents([pickMetamask, failedEvent()])
    expect(step(state, { type: 'dialog-closed' }).state.failure).toBeNull()
  })
})

describe('loading the user', () => {
  test('a user of another address means a foreign token, which is dropped', () => {
    const state = restoredLoading()
    const next = step(state, userLoadedEvent(state, createUser(bobAddress)))
    expect(next.state).toMatchObject({ at: 'needs-sign-in', wallet: metamask })
    expect(names(next.effects)).toEqual(['forget-user', 'drop-token'])
  })

  test('a refused token is dropped and the wallet stays', () => {
    const state = restoredLoading()
    const next = step(state, { type: 'user-refused', attempt: state.attempt })
    expect(next.state).toMatchObject({ at: 'needs-sign-in' })
    expect(names(next.effects)).toEqual(['forget-user', 'drop-token'])
  })

  test('a refused stored token leads to a signature when sign-in was requested', () => {
    const { state } = runEvents([pickMetamask, connectedEvent(metamask, true)])
    const next = step(state, { type: 'user-refused', attempt: state.attempt })
    expect(next.state).toMatchObject({ at: 'requesting-message' })
    expect(names(next.effects)).toEqual(['forget-user', 'drop-token', 'request-message'])
  })

  test('a refused new token leads to the reset, not to another signature', () => {
    const state = loading()
    const next = step(state, { type: 'user-refused', attempt: state.attempt })
    expect(next.state).toMatchObject({
      at: 'disconnected',
      failure: { title: 'You were not signed in.', connector: 'io.metamask' },
    })
    expect(names(next.effects)).toEqual([
      'disconnect',
      'forget-user',
      'drop-token',
      'show-failure',
    ])
  })

  test('a refused token keeps a wallet that was only to be connected', () => {
    const state = runEvents([
      { ...pickMetamask, intent: connectOnly },
      connectedEvent(metamask, true),
    ]).state
    const next = step(state, { type: 'user-refused', attempt: state.attempt })
    expect(next.state).toMatchObject({ at: 'needs-sign-in' })
    expect(names(next.effects)).toEqual(['forget-user', 'drop-token', 'close-dialog'])
  })

  test('an unreachable server keeps token and wallet, and is retried', () => {
    const state = loading()
    const next = step(state, { type: 'user-unreachable', attempt: state.attempt })
    expect(next.state).toMatchObject({ at: 'user-unreachable', wallet: metamask })
    expect(names(next.effects)).toEqual(['close-dialog', 'retry-later', 'show-failure'])
    const again = step(next.state, { type: 'try-again' })
    expect(again.state).toMatchObject({ at: 'loading-user' })
    expect(names(again.effects)).toEqual(['load-user'])
  })

  test('it is shown once and retried with backoff', () => {
    const seconds: number[] = []
    let state = restoredLoading()
    for (let tries = 0; tries < 6; tries += 1) {
      const { attempt } = state
      const next = step(state, { type: 'user-unreachable', attempt })
      const [later, ...others] = next.effects
      if (later?.do === 'retry-later') seconds.push(later.seconds)
      expect(names(others)).toEqual(tries === 0 ? ['show-failure'] : [])
      state = step(next.state, { type: 'retry-due', attempt }).state
      expect(state.at).toBe('loading-user')
    }
    expect(seconds).toEqual([2, 5, 10, 30, 60, 60])
  })

  test('a Retry-After of the server is respected', () => {
    const state = restoredLoading()
    const { attempt } = state
    const next = step(state, { type: 'user-unreachable', attempt, retryAfter: 24 })
    expect(next.effects[0]).toEqual({ do: 'retry-later', attempt, seconds: 24 })
    const elsewhere = step(next.state, { type: 'token-refused' }).state
    expect(step(elsewhere, { type: 'retry-due', attempt }).effects).toEqual([])
  })

  test('picking the wallet whose user could not be loaded tries again', () => {
    const next = step(unreachable(), pickMetamask)
    expect(next.state).toMatchObject({ at: 'loading-user', intent: signInAtRow })
    expect(names(next.effects)).toEqual(['load-user'])
  })

  test('a refreshed user replaces the former one', () => {
    const richer = { ...ada, balance: 12.34 }
    const { state, effects } = step(signedIn(), { type: 'user-refreshed', user: richer })
    expect(state).toMatchObject({ at: 'signed-in', user: { balance: 12.34 } })
    expect(effects).toEqual([])
    const foreign: Event = { type: 'user-refreshed', user: createUser(bobAddress) }
    expect(step(signedIn(), foreign).state).toMatchObject({ user: ada })
    expect(step(initialState, foreign).state).toBe(initialState)
  })

  test('a retry without a failure changes nothing', () => {
    expect(step(signedIn(), { type: 'try-again' }).effects).toEqual([])
  })
})

describe('changes from outside', () => {
  test('another account signs out, drops the token and disconnects', () => {
    const state = signedIn()
    const wallet = { ...metamask, address: rabby.address }
    const next = step(state, { type: 'address-changed', wallet })
    expect(next.state).toMatchObject({ at: 'disconnected', failure: null })
    expect(names(next.effects)).toEqual([
      'forget-user',
      'drop-token',
      'disconnect',
      'show-failure',
    ])
  })

  test('another account while signing names the address of the message', () => {
    const wallet = { ...metamask, address: rabby.address }
    const next = step(signing(), { type: 'address-changed', wallet })
    expect(next.state.failure).toMatchObject({
      title: 'You switched accounts.',
      text: 'The message was for 0x7C4e…91b3. Connect the account you want.',
    })
  })

  test('another account while a dialog waits for the user is shown in it', () => {
    const wallet = { ...metamask, address: rabby.address }
    expect(step(loading(), { type: 'address-changed', wallet }).state.failure).toEqual({
      title: 'You switched accounts.',
      text: 'You were signed out. Connect the account you want.',
      connector: 'io.metamask',
    })
    const gone = step(loading(), { type: 'wallet-gone', connector: 'io.metamask' })
    expect(gone.state.failure).toMatchObject({ title: 'MetaMask disconnected.' })
  })

  test('the same address in other letter case is no change', () => {
    const lower: `0x${string}` = '0x7c4e09b1a35df6628e40c1b97d5a83e2046f91b3'
    const state = signedIn()
    const wallet = { ...metamask, address: lower }
    expect(step(state, { type: 'address-changed', wallet })).toEqual({
      state,
      effects: [],
    })
  })

  test('an event of a wallet that is not connected changes nothing', () => {
    const state = signedIn()
    expect(step(state, { type: 'address-changed', wallet: rabby }).effects).toEqual([])
    expect(step(state, { type: 'wallet-gone', connector: 'io.rabby' }).effects).toEqual(
      [],
    )
    expect(
      step(initialState, { type: 'address-changed', wallet: rabby }).effects,
    ).toEqual([])
  })

  test('another network is stored and changes nothing else', () => {
    const { state, effects } = step(signedIn(), { type: 'chain-changed', chainId: 10 })
    expect(state).toMatchObject({ at: 'signed-in', wallet: { chainId: 10 } })
    expect(effects).toEqual([])
    expect(step(initialState, { type: 'chain-changed', chainId: 10 }).state).toBe(
      initialState,
    )
    const wallet = { ...metamask, chainId: 10 }
    expect(step(signedIn(), { type: 'address-changed', wallet }).state).toMatchObject({
      at: 'signed-in',
      wallet: { chainId: 10 },
    })
  })

  test('a wallet that disconnects resets the user and keeps the token', () => {
    const { state, effects } = step(signedIn(), {
      type: 'wallet-gone',
      connector: 'io.metamask',
    })
    expect(state).toMatchObject({ at: 'disconnected', failure: null })
    expect(names(effects)).toEqual(['forget-user'])
  })

  test('a wallet that disconnects while signing is shown', () => {
    const { state, effects } = step(signing(), {
      type: 'wallet-gone',
      connector: 'io.metamask',
    })
    expect(state.failure).toMatchObject({ title: 'MetaMask disconnected.' })
    expect(names(effects)).toEqual(['forget-user', 'show-failure'])
  })

  test('the former wallet may disconnect while another request is pending', () => {
    const asking = step(signedIn(), { ...pickMetamask, connector: 'io.rabby' }).state
    const { state } = step(asking, { type: 'wallet-gone', connector: 'io.metamask' })
    expect(state).toMatchObject({ at: 'connecting', former: null })
  })

  test('a token that the server ends leads to a sign-in prompt', () => {
    const { state, effects } = step(signedIn(), { type: 'token-refused' })
    expect(state).toMatchObject({ at: 'needs-sign-in', wallet: metamask })
    expect(names(effects)).toEqual(['forget-user', 'show-session-ended'])
  })

  test('a token refused by another call counts before its user has loaded', () => {
    const state = restoredLoading()
    const next = step(state, { type: 'token-refused' })
    expect(next.state).toMatchObject({ at: 'needs-sign-in', wallet: metamask })
    expect(step(next.state, userLoadedEvent(state))).toEqual({
      state: next.state,
      effects: [],
    })
  })

  test('logging out in another tab ends this one too', () => {
    for (const state of [signedIn(), loading(), unreachable()]) {
      const next = step(state, { type: 'token-gone-elsewhere', wasCleared: true })
      expect(next.state.at).toBe('disconnected')
      expect(names(next.effects)).toEqual([
        'forget-user',
        'close-dialog',
        'disconnect',
        'clear-traces',
      ])
    }
    const gone: Event = { type: 'token-gone-elsewhere', wasCleared: true }
    expect(step(signing(), gone).effects).toEqual([])
    expect(names(step(initialState, gone).effects)).toEqual(['clear-traces'])
  })

  test('a token that another tab only dropped leaves the wallet connected', () => {
    const gone: Event = { type: 'token-gone-elsewhere', wasCleared: false }
    for (const state of [signedIn(), restoredLoading(), unreachable()]) {
      const next = step(state, gone)
      expect(next.state).toMatchObject({ at: 'needs-sign-in', wallet: metamask })
      expect(names(next.effects)).toEqual(['forget-user'])
    }
    expect(names(step(loading(), gone).effects)).toEqual(['forget-user', 'close-dialog'])
  })

  test('a sign-in in another tab is adopted once its user is loaded', () => {
    const arrived: Event = { type: 'token-arrived-elsewhere' }
    expect(names(step(initialState, arrived).effects)).toEqual(['restore'])
    expect(names(step(needsSignIn(), arrived).effects)).toEqual(['load-user'])
    expect(names(step(signedIn(), arrived).effects)).toEqual(['forget-user', 'load-user'])
    expect(step(ready(), arrived).state).toMatchObject({
      at: 'loading-user',
      intent: signInAtDialog,
    })
    expect(step(requesting(), arrived).state).toMatchObject({
      at: 'loading-user',
      intent: signInAtRow,
    })
    expect(step(signing(), arrived).effects).toEqual([])
  })
})

describe('while another wallet is connecting', () => {
  const asking = step(signedIn(), pickRabby).state
  const former = (state: State) => (state.at === 'connecting' ? state.former : null)

  test('the former wallet may change its account: it is disconnected, the other stays pending', () => {
    const wallet = { ...metamask, address: rabby.address }
    const next = step(asking, { type: 'address-changed', wallet })
    expect(next.state).toMatchObject({ at: 'connecting', former: null })
    expect(names(next.effects)).toEqual([
      'forget-user',
      'drop-token',
      'disconnect',
      'show-failure',
    ])
  })

  test('the token of the former wallet may end', () => {
    const next = step(asking, { type: 'token-refused' })
    expect(former(next.state)).toMatchObject({ at: 'needs-sign-in', wallet: metamask })
    expect(step(next.state, failedEvent(next.state)).state).toMatchObject({
      at: 'needs-sign-in',
      wallet: metamask,
    })
  })

  test('the user of the former wallet may be refreshed, its network may change', () => {
    const user = { ...ada, balance: 3 }
    const next = step(asking, { type: 'user-refreshed', user })
    expect(former(next.state)).toMatchObject({ at: 'signed-in', user: { balance: 3 } })
    const moved = step(asking, { type: 'chain-changed', chainId: 10 })
    expect(former(moved.state)).toMatchObject({ wallet: { chainId: 10 } })
  })

  test('a token of another tab is checked before the former wallet counts again', () => {
    const next = step(asking, { type: 'token-arrived-elsewhere' })
    expect(currentWallet(next.state)).toEqual(metamask)
    const closed = step(next.state, { type: 'dialog-closed' })
    expect(closed.state).toMatchObject({ at: 'loading-user', wallet: metamask })
    expect(names(closed.effects)).toEqual(['load-user'])
    const refused = step(next.state, failedEvent(next.state))
    expect(refused.state).toMatchObject({
      at: 'loading-user',
      failure: { connector: 'io.rabby' },
    })
    expect(names(refused.effects)).toEqual(['disconnect', 'load-user', 'show-failure'])
  })
})

test('logging out sends the logout call, clears, resets, closes and disconnects, in this order', () => {
  const { state, effects } = step(signedIn(), { type: 'log-out', from: 'here' })
  expect(state).toMatchObject({ at: 'disconnected', failure: null })
  expect(names(effects)).toEqual([
    'call-logout',
    'clear-storage',
    'forget-user',
    'close-dialog',
    'disconnect',
    'clear-traces',
  ])
})

test('after logging out everywhere no logout call is sent', () => {
  const { effects } = step(signedIn(), { type: 'log-out', from: 'everywhere' })
  expect(names(effects)).toEqual([
    'clear-storage',
    'forget-user',
    'close-dialog',
    'disconnect',
    'clear-traces',
  ])
})

test('a session that arrives after its dialog was closed is ended', () => {
  const state = loggingIn()
  const closed = step(state, { type: 'dialog-closed' }).state
  const late: Event = { type: 'logged-in', attempt: state.attempt, token: 'plm_1' }
  expect(step(closed, late)).toEqual({
    state: closed,
    effects: [{ do: 'end-session', token: 'plm_1' }],
  })
})

test('responses of no running step change nothing', () => {
  const state = signedIn()
  const { attempt } = state
  const answers: Event[] = [
    { type: 'connected', attempt, wallet: metamask, hasToken: true },
    { type: 'message-received', attempt, challenge },
    { type: 'sign-pressed', now: 0 },
    { type: 'signed', attempt, signature: '0xab' },
    { type: 'user-loaded', attempt, user: ada },
    { type: 'user-refused', attempt },
    { type: 'user-unreachable', attempt },
    { type: 'verify-opened' },
    { type: 'dialog-closed' },
  ]
  for (const answer of answers) {
    expect(step(state, answer)).toEqual({ state, effects: [] })
  }
})
