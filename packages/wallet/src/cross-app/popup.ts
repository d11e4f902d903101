import { WalletError, type WalletErrorKind } from '../errors.ts'
import { readField } from '../read-field.ts'

/** A window that was opened, as far as its opener may use it. */
export type Popup = {
  readonly closed: boolean
  readonly location: { href: string }
  close(): void
  focus(): void
}

/** A window that opens others, or what stands for one in tests. */
export type Opener = Pick<EventTarget, 'addEventListener' | 'removeEventListener'> & {
  readonly location: { readonly origin: string }
  readonly screenX: number
  readonly screenY: number
  readonly outerWidth: number
  readonly outerHeight: number
  open(url: string, target: string, features: string): Popup | null
}

const widths = { connect: 440, transact: 400 } as const
const HEIGHT = 680

/** Purpose of a window: sharing an account, or answering a request. */
export type PopupPurpose = keyof typeof widths

/**
 * Opens an empty window, 440 or 400 by 680 pixels, over the middle of its opener. Call it before
 * anything is awaited in a click, as browsers block it later. It has no name, by which another page
 * could take it over. Throws `popup_blocked`.
 */
export function openPopup(opener: Opener, purpose: PopupPurpose): Popup {
  const { screenX, screenY, outerWidth, outerHeight } = opener
  const width = widths[purpose]
  const left = Math.round(screenX + Math.max(0, outerWidth - width) / 2)
  const top = Math.round(screenY + Math.max(0, outerHeight - HEIGHT) / 2)
  const features = `popup=1,toolbar=0,location=0,menubar=0,width=${width},height=${HEIGHT},left=${left},top=${top}`
  const popup = opener.open('about:blank', '_blank', features)
  if (!popup) throw new WalletError('popup_blocked')
  return popup
}

/** How long a window may take, in milliseconds. */
export type PopupTimes = {
  /** For its answer. */
  timeoutMs: number
  /** Between two looks whether it is closed. */
  pollMs: number
  /** For an answer that arrives after it has closed. */
  graceMs: number
}

/** The times of every window. */
export const popupTimes: PopupTimes = { timeoutMs: 120_000, pollMs: 300, graceMs: 1_000 }

type Waiting<T> = {
  /** The only origin whose messages count. */
  origin: string
  /** Returns the answer in a message, or undefined where it holds none; throws its error. */
  read(message: unknown): Promise<T | undefined>
  /** Error after the time for an answer. */
  lateKind: WalletErrorKind
  times: PopupTimes
}

type Answer<T> = {
  promise: Promise<T>
  /** Rejects the promise with an error, and closes the window. */
  cancel(error: WalletError): void
}

const OAUTH_CHANNEL = 'popup-privy-oauth'

/**
 * Waits for the answer of a window. Messages count only from this window and its origin; after the
 * window asked for it, also those of the channel by which a page of our own origin ends an OAuth
 * login. Rejects with `user_rejected` once the window is closed, with `lateKind`, or with what
 * `read` throws. The window is closed in every case.
 */
export function waitForAnswer<T>(
  opener: Opener,
  popup: Popup,
  { origin, read, lateKind, times }: Waiting<T>,
): Answer<T> {
  let cancel: Answer<T>['cancel'] = () => {}
  const promise = new Promise<T>((resolve, reject) => {
    let channel: BroadcastChannel | undefined
    let grace: ReturnType<typeof setTimeout> | undefined

    const fail = (error: unknown) => end(() => reject(error))
    const receive = (message: unknown) => {
      read(message).then((answer) => {
        if (answer !== undefined) end(() => resolve(answer))
      }, fail)
    }
    const listen = (event: Event) => {
      // Safe: both fields are compared only.
      const { source, origin: sender, data } = event as MessageEvent
      if (source !== (popup as unknown) || sender !== origin) return
      if (readField(data, 'type') !== 'PRIVY_OAUTH_USE_BROADCAST_CHANNEL') {
        receive(data)
        return
      }
      channel ??= new BroadcastChannel(OAUTH_CHANNEL)
      channel.onmessage = (message) => receive(message.data)
    }
    const poll = setInterval(() => {
      // A login in the window may cut it off, which looks like a closed window.
      if (!popup.closed || channel) return
      clearInterval(poll)
      grace = setTimeout(() => fail(new WalletError('user_rejected')), times.graceMs)
    }, times.pollMs)
    const timer = setTimeout(() => fail(new WalletError(lateKind)), times.timeoutMs)

    function end(settle: () => void) {
      clearInterval(poll)
      clearTimeout(grace)
      clearTimeout(timer)
      channel?.close()
      opener.removeEventListener('message', listen)
      popup.close()
      settle()
    }
    opener.addEventListener('message', listen)
    cancel = fail
  })
  return { promise, cancel: (error) => cancel(error) }
}
