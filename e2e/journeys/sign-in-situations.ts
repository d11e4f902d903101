import type { End } from './sign-in-outcome.ts'
import { outages } from './sign-in-server.ts'
import {
  answer,
  appear,
  byKeyboard,
  comeBack,
  controlTime,
  elsewhere,
  endedElsewhere,
  fails,
  fallSilent,
  holds,
  holdsAnswer,
  installAgain,
  leave,
  lock,
  logOut,
  lookAgain,
  minutesPass,
  openVerify,
  openWallets,
  pick,
  pickTwice,
  pickWallet,
  pressBeside,
  pressCancel,
  pressCross,
  pressEscape,
  pressHeader,
  pressSign,
  pressTryAgain,
  refusedSignature,
  reload,
  reloadConnecting,
  retry,
  type Step,
  serverAnswers,
  share,
  sign,
  signIn,
  stayConnected,
  switchAccount,
  tabTo,
  tabToWallet,
  takePermissionBack,
  uninstall,
  unlock,
  verify,
  visit,
  whenConnecting,
  whenFailureShown,
  whenFocused,
  whenHeld,
  whenMessaged,
  whenPending,
  whenSignedIn,
  whenSignedOut,
} from './sign-in-steps.ts'
import type { Arrival } from './sign-in-wallets.ts'

/**
 * Situation while signing in or out and its expected end, for every applicable wallet.
 */
export type Situation = {
  name: string
  /**
   * The demo wallet is part of the page: it has one account, shares it without a prompt,
   * and can be neither locked, late nor removed.
   */
  wallets: 'all' | 'extensions' | 'demo'
  arrival?: Arrival
  steps: Step[]
  end: End
}

const signedIn: End = {
  header: 'account',
  dialog: 'none',
  alert: null,
  toasts: [],
  wallet: 'connected',
  token: 'kept',
  sessions: 1,
  signatures: 1,
}
/** The specified reset: disconnected, signed out and nothing stored. */
const signedOutEnd: End = {
  ...signedIn,
  header: 'Connect Wallet',
  wallet: 'disconnected',
  token: 'none',
  sessions: 0,
}
const untouched: End = { ...signedOutEnd, signatures: 0 }
const loggedOut: End = { ...signedOutEnd, left: [] }
/** A wallet is connected without a signed-in user. */
const connected: End = {
  ...signedIn,
  header: 'Connecting...',
  token: 'none',
  sessions: 0,
}
/** The token is kept until its account comes back. */
const awaited: End = { ...signedIn, header: 'Connect Wallet', wallet: 'gone' }

const walletDialog = 'Connect to Platemark'
const verifyDialog = 'Verify your account'

/** Returns the reset with its messages in the dialog and as a toast. */
function failureEnd(
  dialog: End['dialog'],
  title: string,
  text: string,
  from = signedOutEnd,
): End {
  return { ...from, dialog, alert: [title, text], toasts: [title] }
}

const refusedToConnect = failureEnd(
  walletDialog,
  'You declined the request.',
  'Nothing was shared with Platemark.',
  untouched,
)
const refusedToSign = (dialog: End['dialog']) =>
  failureEnd(
    dialog,
    'You declined to sign.',
    'The wallet was disconnected and nothing was saved.',
  )
const switched: End = { ...signedOutEnd, toasts: ['You switched accounts.'] }
const switchedWhileAsking = (dialog: End['dialog']) =>
  failureEnd(dialog, 'You switched accounts.', 'Connect the account you want.')
const unreachable: End = {
  ...signedIn,
  header: 'Connecting...',
  toasts: ['Your account could not be loaded.'],
}

const plain: Situation[] = [
  { name: 'signs in', wallets: 'all', steps: [signIn], end: signedIn },
  {
    name: 'signs in, and is still signed in after a reload',
    wallets: 'all',
    steps: [signIn, reload],
    end: signedIn,
  },
  { name: 'logs out', wallets: 'all', steps: [signIn, logOut], end: loggedOut },
  {
    name: 'logs out, and is still logged out after a reload',
    wallets: 'all',
    steps: [signIn, logOut, whenSignedOut, reload],
    end: loggedOut,
  },
  {
    name: 'logs out and signs in again',
    wallets: 'all',
    steps: [signIn, logOut, whenSignedOut, openWallets, pick, share, sign],
    end: { ...signedIn, signatures: 2 },
  },
  {
    name: 'signs in through the verify dialog',
    wallets: 'all',
    steps: [verify, sign],
    end: { ...signedIn, signatures: 2 },
  },
  {
    name: 'presses the wallet twice',
    wallets: 'all',
    steps: [visit, openWallets, pickTwice, share, sign],
    end: signedIn,
  },
  {
    name: 'signs in and out by keyboard alone',
    wallets: 'extensions',
    steps: [
      visit,
      tabTo(/^Connect Wallet$/),
      byKeyboard('Enter'),
      tabToWallet,
      byKeyboard('Enter'),
      share,
      sign,
      whenFocused,
      byKeyboard('Enter', 'End', 'Enter'),
    ],
    end: loggedOut,
  },
  {
    name: 'signs in and out by keyboard alone',
    wallets: 'demo',
    steps: [
      visit,
      tabTo(/^Connect Wallet$/),
      byKeyboard('Enter'),
      tabToWallet,
      byKeyboard('Enter'),
      whenPending('sign'),
      tabTo(/^Sign$/),
      byKeyboard('Enter'),
      whenFocused,
      byKeyboard('Enter', 'End', 'Enter'),
    ],
    end: loggedOut,
  },
]

const twoTabs: Situation[] = [
  {
    name: 'signs in here, and is signed in there too',
    wallets: 'all',
    steps: [elsewhere(visit), signIn, elsewhere(whenSignedIn)],
    end: signedIn,
  },
  {
    name: 'logs out here, and is logged out there too',
    wallets: 'all',
    steps: [elsewhere(visit), signIn, elsewhere(whenSignedIn), logOut],
    end: loggedOut,
  },
  {
    name: 'logs out there, and is logged out here too',
    wallets: 'all',
    steps: [elsewhere(visit), signIn, elsewhere(whenSignedIn), elsewhere(logOut)],
    end: loggedOut,
  },
  {
    name: 'signs in there while the verify dialog is open here',
    wallets: 'extensions',
    steps: [
      stayConnected,
      openVerify,
      elsewhere(visit),
      elsewhere(whenConnecting),
      elsewhere(openVerify),
      elsewhere(pressSign),
      elsewhere(sign),
    ],
    end: { ...signedIn, signatures: 2 },
  },
  {
    name: 'switches the account with two tabs open',
    wallets: 'extensions',
    steps: [elsewhere(visit), signIn, elsewhere(whenSignedIn), switchAccount],
    end: {
      ...signedOutEnd,
      sessions: 1,
      toasts: [...switched.toasts, ...switched.toasts],
    },
  },
]

const accountSwitches: Situation[] = [
  {
    name: 'switches the account before sharing it',
    steps: [pickWallet, whenPending('connect'), switchAccount, share, sign],
    end: signedIn,
  },
  {
    name: 'switches the account while the message is made',
    steps: [holds('message'), pickWallet, share, whenHeld, switchAccount],
    end: { ...switchedWhileAsking(walletDialog), signatures: 0 },
  },
  {
    name: 'switches the account while signing',
    steps: [pickWallet, share, whenPending('sign'), switchAccount],
    end: switchedWhileAsking(walletDialog),
  },
  {
    name: 'switches the account while signing, and signs after all',
    steps: [
      pickWallet,
      share,
      whenPending('sign'),
      switchAccount,
      whenFailureShown,
      sign,
    ],
    end: switchedWhileAsking(walletDialog),
  },
  {
    name: 'switches the account while logging in',
    steps: [holds('login'), pickWallet, share, sign, whenHeld, switchAccount],
    end: switchedWhileAsking(walletDialog),
  },
  {
    name: 'switches the account while the user is loaded',
    steps: [holds('user'), pickWallet, share, sign, whenHeld, switchAccount],
    // The login succeeded: its session expires unused.
    end: { ...switchedWhileAsking(walletDialog), sessions: 1 },
  },
  {
    name: 'switches the account of a connected wallet',
    steps: [stayConnected, switchAccount],
    end: switched,
  },
  {
    name: 'switches the account while reading the message',
    steps: [stayConnected, openVerify, switchAccount],
    end: switchedWhileAsking(verifyDialog),
  },
  {
    name: 'switches the account while signing in the verify dialog',
    steps: [verify, whenPending('sign'), switchAccount],
    end: { ...switchedWhileAsking(verifyDialog), signatures: 2 },
  },
  {
    name: 'switches the account when signed in',
    steps: [signIn, switchAccount],
    end: { ...switched, sessions: 1 },
  },
  {
    name: 'switches the account between two visits',
    steps: [signIn, leave, switchAccount, comeBack],
    end: { ...connected, sessions: 1 },
  },
].map((situation) => ({ wallets: 'extensions' as const, ...situation }))

const rejections: Situation[] = [
  {
    name: 'refuses to connect',
    wallets: 'extensions',
    steps: [pickWallet, answer('connect', 'reject')],
    end: refusedToConnect,
  },
  {
    name: 'refuses to connect, then does',
    wallets: 'extensions',
    steps: [
      pickWallet,
      answer('connect', 'reject'),
      whenFailureShown,
      retry,
      share,
      sign,
    ],
    end: { ...signedIn, toasts: refusedToConnect.toasts },
  },
  {
    name: 'refuses to sign',
    wallets: 'all',
    steps: [pickWallet, share, answer('sign', 'reject')],
    end: refusedToSign(walletDialog),
  },
  {
    name: 'refuses to sign, then does',
    wallets: 'all',
    steps: [
      pickWallet,
      share,
      answer('sign', 'reject'),
      whenFailureShown,
      retry,
      share,
      sign,
    ],
    end: { ...signedIn, signatures: 2, toasts: refusedToSign(walletDialog).toasts },
  },
  {
    name: 'refuses to sign in the verify dialog',
    wallets: 'all',
    steps: [verify, answer('sign', 'reject')],
    end: { ...refusedToSign(verifyDialog), signatures: 2 },
  },
  {
    name: 'refuses to sign in the verify dialog, then does',
    wallets: 'all',
    steps: [
      ...[verify, answer('sign', 'reject'), whenFailureShown],
      ...[pressTryAgain, share, pressSign, sign],
    ],
    end: { ...signedIn, signatures: 3, toasts: refusedToSign(verifyDialog).toasts },
  },
  {
    name: 'has a request already pending in the wallet',
    wallets: 'extensions',
    steps: [pickWallet, answer('connect', 'pending')],
    end: failureEnd(
      walletDialog,
      '{wallet} is already asking.',
      'Open the extension and answer the waiting request, then retry.',
      untouched,
    ),
  },
  {
    name: 'has a wallet that fails to connect',
    wallets: 'extensions',
    steps: [pickWallet, answer('connect', 'broken')],
    end: failureEnd(
      walletDialog,
      '{wallet} did not connect.',
      'The wallet reported an error. Open it, then retry.',
      untouched,
    ),
  },
  {
    name: 'has a wallet that fails to sign',
    wallets: 'extensions',
    steps: [pickWallet, share, answer('sign', 'broken')],
    end: failureEnd(
      walletDialog,
      '{wallet} did not sign.',
      'The wallet reported an error. Open it, then retry.',
    ),
  },
  {
    name: 'has a wallet that signs for another account',
    wallets: 'extensions',
    steps: [refusedSignature, pickWallet, share, answer('sign', 'forged')],
    end: failureEnd(
      walletDialog,
      'The signature was not accepted.',
      'It does not match this account, or it came too late.',
    ),
  },
]

const outageMessages = {
  refused: [
    'You were not signed in.',
    'The server did not answer. Check your connection.',
  ],
  500: ['You were not signed in.', 'Something went wrong on our side. Try again.'],
  503: ['You were not signed in.', 'Something went wrong on our side. Try again.'],
  429: ['Too many tries.', 'You can try again in 30 seconds.'],
} as const

const serverDown: Situation[] = outages.flatMap((outage) => {
  const [title, text] = outageMessages[outage]
  const how = outage === 'refused' ? 'no connection' : `a ${outage}`
  const outagesOf: Omit<Situation, 'wallets'>[] = [
    {
      name: `requests the message and gets ${how}`,
      steps: [fails('message', outage), pickWallet, share],
      end: failureEnd(walletDialog, title, text, untouched),
    },
    {
      name: `logs in and gets ${how}`,
      steps: [fails('login', outage), pickWallet, share, sign],
      end: failureEnd(walletDialog, title, text),
    },
    {
      name: `loads the user after the login and gets ${how}`,
      steps: [fails('user', outage), pickWallet, share, sign],
      end: unreachable,
    },
    {
      name: `loads the user after a reload and gets ${how}`,
      steps: [signIn, fails('user', outage), reload],
      end: unreachable,
    },
    {
      name: `logs out and gets ${how}`,
      steps: [signIn, fails('logout', outage), logOut],
      // The page drops the session whether or not the request arrives.
      end: { ...loggedOut, sessions: 1 },
    },
  ]
  return outagesOf.map((situation) => ({
    ...situation,
    wallets: 'all',
  }))
})

const serverBack: Situation[] = [
  {
    name: 'tries again once the server is back after the message failed',
    wallets: 'all',
    steps: [
      ...[fails('message', 'refused'), pickWallet, share, whenFailureShown],
      ...[serverAnswers, retry, share, sign],
    ],
    end: { ...signedIn, toasts: ['You were not signed in.'] },
  },
  {
    name: 'tries again once the server is back after the login failed',
    wallets: 'all',
    steps: [
      ...[fails('login', 500), pickWallet, share, sign, whenFailureShown],
      ...[serverAnswers, retry, share, sign],
    ],
    end: { ...signedIn, signatures: 2, toasts: ['You were not signed in.'] },
  },
  {
    name: 'is signed in by itself once the server loads the user again',
    wallets: 'all',
    steps: [signIn, fails('user', 'refused'), reload, whenMessaged, serverAnswers],
    end: { ...signedIn, toasts: unreachable.toasts },
  },
  {
    name: 'is signed in at once by a press when the server is back',
    wallets: 'all',
    steps: [signIn, fails('user', 503), reload, whenMessaged, serverAnswers, pressHeader],
    end: { ...signedIn, toasts: unreachable.toasts },
  },
  {
    name: 'requests the message in the verify dialog without a connection',
    wallets: 'all',
    steps: [stayConnected, fails('message', 'refused'), openVerify],
    end: failureEnd(verifyDialog, ...outageMessages.refused),
  },
  {
    name: 'logs in from the verify dialog without a connection',
    wallets: 'all',
    steps: [fails('login', 'refused'), verify, sign],
    end: { ...failureEnd(verifyDialog, ...outageMessages.refused), signatures: 2 },
  },
]

const endings: Situation[] = [
  {
    name: 'comes back with a session that was ended elsewhere',
    wallets: 'all',
    steps: [signIn, endedElsewhere, reload],
    end: connected,
  },
  {
    name: 'looks again at a page whose session was ended elsewhere',
    wallets: 'all',
    steps: [controlTime, signIn, endedElsewhere, minutesPass(2), lookAgain],
    end: { ...connected, toasts: ['Your session has ended.'] },
  },
]

const reloads: Situation[] = [
  {
    name: 'reloads while connecting',
    wallets: 'extensions',
    steps: [pickWallet, whenPending('connect'), reload],
    end: untouched,
  },
  {
    name: 'reloads while the message is made',
    wallets: 'all',
    steps: [holds('message'), pickWallet, share, whenHeld, reload],
    end: { ...connected, signatures: 0 },
  },
  {
    name: 'reloads while signing',
    wallets: 'all',
    steps: [pickWallet, share, whenPending('sign'), reload],
    end: connected,
  },
  {
    name: 'reloads while logging in',
    wallets: 'all',
    steps: [holds('login'), pickWallet, share, sign, whenHeld, reload],
    end: connected,
  },
  {
    name: 'reloads after the login and before its response',
    wallets: 'all',
    steps: [holdsAnswer('login'), pickWallet, share, sign, whenHeld, reload],
    // The token is lost with its response; the session expires unused.
    end: { ...connected, sessions: 1 },
  },
  {
    name: 'reloads while the user is loaded',
    wallets: 'all',
    steps: [holds('user'), pickWallet, share, sign, whenHeld, reload, serverAnswers],
    end: signedIn,
  },
  {
    name: 'reloads while reading the message',
    wallets: 'all',
    steps: [stayConnected, openVerify, reload],
    end: connected,
  },
  {
    name: 'reloads while signing in the verify dialog',
    wallets: 'all',
    steps: [verify, whenPending('sign'), reload],
    end: { ...connected, signatures: 2 },
  },
  {
    name: 'reloads twice when signed in',
    wallets: 'all',
    steps: [signIn, reload, reload],
    end: signedIn,
  },
]

const lockedWallets: Situation[] = [
  {
    name: 'has a locked wallet that refuses',
    steps: [pickWallet, answer('connect', 'locked')],
    end: locked(),
  },
  {
    name: 'has a locked wallet that shares no account',
    steps: [pickWallet, answer('connect', 'empty')],
    end: locked(),
  },
  {
    name: 'unlocks the wallet and tries again',
    steps: [
      pickWallet,
      answer('connect', 'locked'),
      whenFailureShown,
      retry,
      share,
      sign,
    ],
    end: { ...signedIn, toasts: locked().toasts },
  },
  {
    name: 'has the wallet locked between two visits',
    steps: [signIn, lock, reload],
    end: awaited,
  },
  {
    name: 'unlocks the wallet after a visit that found it locked',
    steps: [signIn, lock, reload, whenSignedOut, unlock, openWallets, pick, share],
    end: signedIn,
  },
  {
    name: 'takes the permission back when signed in',
    steps: [signIn, takePermissionBack],
    end: awaited,
  },
  {
    name: 'takes the permission back, and gives it again',
    steps: [signIn, takePermissionBack, whenSignedOut, openWallets, pick, share],
    end: signedIn,
  },
  {
    name: 'takes the permission back while signing',
    steps: [pickWallet, share, whenPending('sign'), takePermissionBack],
    end: failureEnd(
      walletDialog,
      '{wallet} disconnected.',
      'Nothing was saved. Connect again to continue.',
    ),
  },
].map((situation) => ({ wallets: 'extensions' as const, ...situation }))

const absentWallets: Situation[] = [
  {
    name: 'removes the wallet between two visits',
    wallets: 'extensions',
    steps: [signIn, uninstall, reload],
    end: awaited,
  },
  {
    name: 'removes a wallet that was only connected',
    wallets: 'extensions',
    steps: [stayConnected, uninstall, reload],
    end: { ...signedOutEnd, wallet: 'gone' },
  },
  {
    name: 'puts the wallet back after a visit without it',
    wallets: 'extensions',
    steps: [signIn, uninstall, reload, whenSignedOut, installAgain, reload],
    end: signedIn,
  },
  {
    name: 'signs in with a wallet that announces itself in the open dialog',
    wallets: 'extensions',
    arrival: 'on demand',
    steps: [visit, openWallets, appear, pick, share, sign],
    end: signedIn,
  },
  {
    name: 'comes back with a wallet that announces itself a little late',
    wallets: 'extensions',
    arrival: 'late',
    steps: [signIn, reload],
    end: signedIn,
  },
  {
    name: 'comes back with a wallet that announces itself much too late',
    wallets: 'extensions',
    arrival: 'on demand',
    steps: [
      ...[visit, openWallets, appear, pick, share, sign, whenSignedIn],
      ...[reloadConnecting, whenSignedOut, appear],
    ],
    end: signedIn,
  },
  {
    name: 'connects a wallet that never answers',
    wallets: 'extensions',
    steps: [controlTime, pickWallet, whenPending('connect'), minutesPass(2)],
    end: failureEnd(
      walletDialog,
      '{wallet} did not answer.',
      'It was asked two minutes',
      untouched,
    ),
  },
  {
    name: 'connects a wallet that answers after it was given up',
    wallets: 'extensions',
    steps: [
      ...[controlTime, pickWallet, whenPending('connect'), minutesPass(2)],
      ...[whenFailureShown, share],
    ],
    end: failureEnd(
      walletDialog,
      '{wallet} did not answer.',
      'It was asked two minutes',
      untouched,
    ),
  },
  {
    name: 'requests a signature that never comes',
    wallets: 'extensions',
    steps: [controlTime, pickWallet, share, whenPending('sign'), minutesPass(2)],
    end: failureEnd(walletDialog, '{wallet} did not answer.', 'It was asked two minutes'),
  },
  {
    name: 'signs after the wallet was given up',
    wallets: 'extensions',
    steps: [
      ...[controlTime, pickWallet, share, whenPending('sign'), minutesPass(2)],
      ...[whenFailureShown, sign],
    ],
    end: failureEnd(walletDialog, '{wallet} did not answer.', 'It was asked two minutes'),
  },
  {
    name: 'comes back with a wallet that never answers',
    wallets: 'extensions',
    steps: [controlTime, signIn, fallSilent, reload, whenConnecting, minutesPass(1)],
    end: awaited,
  },
]

const closings: Situation[] = [
  ...Object.entries({
    Escape: pressEscape,
    cross: pressCross,
    'press beside it': pressBeside,
  }).map(
    ([by, press]): Situation => ({
      name: `closes the wallet dialog by ${by}`,
      wallets: 'all',
      steps: [visit, openWallets, press],
      end: untouched,
    }),
  ),
  {
    name: 'closes the wallet dialog while connecting',
    wallets: 'extensions',
    steps: [pickWallet, whenPending('connect'), pressEscape],
    end: untouched,
  },
  {
    name: 'closes the wallet dialog while connecting, and shares after all',
    wallets: 'extensions',
    steps: [pickWallet, whenPending('connect'), pressCross, whenSignedOut, share],
    end: untouched,
  },
  {
    name: 'closes the wallet dialog while the message is made',
    wallets: 'all',
    steps: [holds('message'), pickWallet, share, whenHeld, pressEscape, serverAnswers],
    end: untouched,
  },
  {
    name: 'closes the wallet dialog while signing',
    wallets: 'extensions',
    steps: [pickWallet, share, whenPending('sign'), pressEscape],
    end: signedOutEnd,
  },
  {
    name: 'closes the wallet dialog while signing, and signs after all',
    wallets: 'extensions',
    steps: [pickWallet, share, whenPending('sign'), pressCross, whenSignedOut, sign],
    end: signedOutEnd,
  },
  {
    name: 'closes the sheet of the demo wallet',
    wallets: 'demo',
    steps: [pickWallet, whenPending('sign'), pressEscape],
    end: refusedToSign(walletDialog),
  },
  {
    name: 'closes the wallet dialog while logging in',
    wallets: 'all',
    steps: [holds('login'), pickWallet, share, sign, whenHeld, pressEscape],
    end: signedOutEnd,
  },
  {
    name: 'closes the wallet dialog while logging in, and is let in after all',
    wallets: 'all',
    steps: [
      ...[holdsAnswer('login'), pickWallet, share, sign],
      ...[whenHeld, pressEscape, whenSignedOut, serverAnswers],
    ],
    end: signedOutEnd,
  },
  {
    name: 'closes the wallet dialog while the user is loaded',
    wallets: 'all',
    // Signing in is done by then.
    steps: [holds('user'), pickWallet, share, sign, whenHeld, pressEscape, serverAnswers],
    end: signedIn,
  },
  {
    name: 'closes the verify dialog while the message is made',
    wallets: 'all',
    steps: [stayConnected, holds('message'), openVerify, whenHeld, pressCancel],
    end: signedOutEnd,
  },
  {
    name: 'closes the verify dialog while reading the message',
    wallets: 'all',
    steps: [stayConnected, openVerify, pressCancel],
    end: signedOutEnd,
  },
  {
    name: 'closes the verify dialog while signing',
    wallets: 'extensions',
    steps: [verify, whenPending('sign'), pressEscape],
    end: { ...signedOutEnd, signatures: 2 },
  },
  {
    name: 'closes the sheet of the demo wallet above the verify dialog',
    wallets: 'demo',
    steps: [verify, whenPending('sign'), pressEscape],
    end: { ...refusedToSign(verifyDialog), signatures: 2 },
  },
  {
    name: 'closes the verify dialog while logging in',
    wallets: 'all',
    steps: [holds('login'), verify, sign, whenHeld, pressCancel],
    end: { ...signedOutEnd, signatures: 2 },
  },
  {
    name: 'closes the verify dialog while logging in, and is let in after all',
    wallets: 'all',
    steps: [
      ...[holdsAnswer('login'), verify, sign],
      ...[whenHeld, pressCross, whenSignedOut, serverAnswers],
    ],
    end: { ...signedOutEnd, signatures: 2 },
  },
  {
    name: 'closes the verify dialog while the user is loaded',
    wallets: 'all',
    steps: [holds('user'), verify, sign, whenHeld, pressEscape, serverAnswers],
    end: { ...signedIn, signatures: 2 },
  },
]

function locked(): End {
  return failureEnd(
    walletDialog,
    '{wallet} is locked.',
    'Open the extension, unlock it, then retry.',
    untouched,
  )
}

/** Every situation, in a plausible order. */
export const situations: readonly Situation[] = [
  ...[plain, twoTabs, accountSwitches, rejections, serverDown, serverBack],
  ...[endings, reloads, lockedWallets, absentWallets, closings],
].flat()

/**
 * Situations that `npm test` draws from, with their wallet: one of each distinct path,
 * outcome and kind of wallet. The messages are covered by the session's unit tests.
 */
export const chosen: readonly { wallet: string; situation: string }[] = [
  { wallet: 'MetaMask', situation: 'logs out and signs in again' },
  { wallet: 'Demo wallet', situation: 'signs in and out by keyboard alone' },
  { wallet: 'Rabby Wallet', situation: 'logs out there, and is logged out here too' },
  { wallet: 'Zerion', situation: 'switches the account while signing' },
  { wallet: 'OKX Wallet', situation: 'refuses to connect, then does' },
  { wallet: 'Demo wallet', situation: 'refuses to sign in the verify dialog' },
  {
    wallet: 'Zerion',
    situation: 'tries again once the server is back after the login failed',
  },
  {
    wallet: 'OKX Wallet',
    situation: 'is signed in at once by a press when the server is back',
  },
  { wallet: 'MetaMask', situation: 'has the wallet locked between two visits' },
  { wallet: 'Rabby Wallet', situation: 'requests a signature that never comes' },
  {
    wallet: 'Demo wallet',
    situation: 'looks again at a page whose session was ended elsewhere',
  },
  {
    wallet: 'Zerion',
    situation: 'closes the wallet dialog while logging in, and is let in after all',
  },
]
