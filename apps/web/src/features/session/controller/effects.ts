import { closeDialog, openVerifyDialog } from '../../../lib/dialogs.ts'
import { clearStorage, dropToken } from '../../../lib/session.ts'
import type { Effect } from '../machine/effects.ts'
import type { ControllerContext } from './context.ts'
import { showFailure, showSessionEnded } from './report-failure.ts'
import {
  endSession,
  logIn,
  requestMessage,
  saveToken,
  sendKeptLessons,
  sign,
} from './signing-in.ts'
import { clearUserQueries } from './user-queries.ts'
import type { UserReader } from './user-reader.ts'
import type { Wallets } from './wallets.ts'

/** The parts of the controller that effects and listeners act on. */
export type ControllerParts = {
  page: ControllerContext
  wallets: Wallets
  users: UserReader
}

/** Runs an effect of the machine. Its result is dispatched as an event. */
export function runEffect(effect: Effect, { page, wallets, users }: ControllerParts) {
  switch (effect.do) {
    case 'connect':
      return void wallets.connect(effect)
    case 'restore':
      return void wallets.restore(effect)
    case 'disconnect':
      return wallets.disconnect(effect)
    case 'clear-traces':
      return wallets.clearTraces()
    case 'request-message':
      return void requestMessage(page, effect)
    case 'sign':
      return void sign(page, effect)
    case 'log-in':
      return void logIn(page, effect)
    case 'store-token':
      saveToken(effect.token)
      return sendKeptLessons(page.queries)
    case 'drop-token':
      return dropToken('here')
    case 'end-session':
      return endSession(effect.token)
    case 'call-logout':
      // The page drops the session whether or not the request arrives.
      return endSession()
    case 'clear-storage':
      return clearStorage()
    case 'load-user':
      return void users.load(effect)
    case 'retry-later':
      return users.retryLater(effect)
    case 'forget-user':
      return clearUserQueries(page.queries)
    case 'open-verify-dialog':
      return openVerifyDialog()
    case 'close-dialog':
      return closeDialog()
    case 'show-failure':
      return showFailure(page, effect)
    case 'show-session-ended':
      return showSessionEnded()
  }
}
