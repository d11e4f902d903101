import { WalletError } from '../errors.ts'
import {
  type Opener,
  openPopup,
  type Popup,
  type PopupPurpose,
  type PopupTimes,
  waitForAnswer,
} from './popup.ts'

type Question<T> = {
  purpose: PopupPurpose
  /** A window that was opened in the click already. */
  popup?: Popup | undefined
  /** Returns the address to show; the window is empty meanwhile. */
  prepare(): Promise<URL>
  /** Returns the answer in a message, or undefined where it holds none. */
  read(message: unknown): Promise<T | undefined>
}

/**
 * Opens one window at a time. A request finds the window of an earlier one focused and is refused
 * with `request_pending`; a connection replaces it, because its earlier try may be lost.
 */
export function createWindows(opener: Opener, times: PopupTimes) {
  type Pending = { popup: Popup; cancel(error: WalletError): void }
  let pending: Pending | undefined

  const open = ({ purpose, popup }: Pick<Question<unknown>, 'purpose' | 'popup'>) => {
    if (pending && !pending.popup.closed && purpose === 'transact') {
      pending.popup.focus()
      throw new WalletError('request_pending')
    }
    pending?.cancel(new WalletError('user_rejected'))
    const own: Pending = { popup: popup ?? openPopup(opener, purpose), cancel: () => {} }
    pending = own
    return own
  }

  const answer = async <T>(
    own: Pending,
    { purpose, prepare, read }: Question<T>,
  ): Promise<T> => {
    const cancelled = new Promise<never>((_, reject) => {
      own.cancel = reject
    })
    try {
      const url = await Promise.race([prepare(), cancelled])
      own.popup.location.href = url.href
      const lateKind = purpose === 'connect' ? 'authorization_timeout' : 'request_timeout'
      const { origin } = url
      const wait = waitForAnswer(opener, own.popup, { origin, read, lateKind, times })
      own.cancel = wait.cancel
      return await wait.promise
    } finally {
      own.popup.close()
      if (pending === own) pending = undefined
    }
  }

  return {
    /** Opens a window before it awaits anything, and resolves to its answer. */
    ask: <T>(question: Question<T>): Promise<T> => answer(open(question), question),
  }
}
