import { Problem } from '@platemark/api/problem'
import { isWalletError, toWalletError } from '@platemark/wallet/errors'
import {
  isDeclined,
  isRequestPending,
  isWalletLocked,
  readWalletWords,
} from '@platemark/wallet/wallet-error'
import { isPromptTimeout, isWalletTimeout } from '@platemark/wallet/wallet-request'
import type { SessionFailure } from './machine/state.ts'

/** Step of signing in that failed. */
export type Stage = 'connect' | 'message' | 'sign' | 'log-in'

/** Thrown when the wallet returned no account: it is locked, or shares none. */
export class NoAccountError extends Error {
  override readonly name = 'NoAccountError'
}

/** Thrown when the wallet answered a request to sign without a signature. */
export class NoSignatureError extends Error {
  override readonly name = 'NoSignatureError'
}

type Context = { stage: Stage; wallet: string; product: string }

/** Describes a failed step of signing in for the user. */
export function describeFailure(error: unknown, context: Context): SessionFailure {
  if (error instanceof Problem) return describeProblem(error)
  if (context.stage === 'message' || context.stage === 'log-in') {
    return {
      title: 'You were not signed in.',
      text: 'Something went wrong on this page. Try again.',
    }
  }
  return describeWalletError(error, context)
}

function describeProblem({ code, message, retryAfter }: Problem): SessionFailure {
  switch (code) {
    case 'sign_in_failed':
      return {
        title: 'The signature was not accepted.',
        text: 'It does not match this account, or it came too late. A contract wallet signs in on the network it first signed in on.',
      }
    case 'chain_unavailable':
      return {
        title: 'The network cannot be reached.',
        text: 'Your wallet is checked on its network. Try again shortly.',
      }
    case 'too_many_requests':
      return {
        title: 'Too many tries.',
        text: retryAfter
          ? `You can try again in ${retryAfter} seconds.`
          : 'Try again in a minute.',
      }
    default:
      return { title: 'You were not signed in.', text: message }
  }
}

function describeWalletError(
  error: unknown,
  { stage, wallet, product }: Context,
): SessionFailure {
  if (error instanceof NoAccountError || isWalletLocked(error)) {
    return {
      title: `${wallet} is locked.`,
      text: 'Open the extension, unlock it, then retry.',
    }
  }
  const words = readWalletWords(error)
  const ofWindow = describeWindow(error, wallet)
  if (ofWindow) return ofWindow
  if (isDeclined(error)) return declined(stage, product)
  if (isWalletTimeout(error)) return unanswered(error, wallet)
  if (isRequestPending(error)) {
    return {
      title: `${wallet} is already asking.`,
      text: 'Open the extension and answer the waiting request, then retry.',
    }
  }
  if (error instanceof NoSignatureError) {
    return {
      title: `${wallet} did not sign.`,
      text: 'It answered without a signature. Open it, then retry.',
    }
  }
  return {
    title: stage === 'connect' ? `${wallet} did not connect.` : `${wallet} did not sign.`,
    text: `The wallet reported an error. Open it, then retry.${words ? ` Reason: ${words}` : ''}`,
  }
}

/** Describes the error of a wallet that opens a window of its own. */
function describeWindow(thrown: unknown, wallet: string): SessionFailure | undefined {
  // Other wallets of this kind send the texts alone.
  const error = toWalletError(thrown)
  if (isWalletError(error, 'popup_blocked')) {
    return {
      title: `Your browser blocked the ${wallet} window.`,
      text: 'Open it from here, or allow pop-ups for this site in the address bar. In-app browsers may not support windows.',
      action: `Open the ${wallet} window`,
      isWindowLost: true,
    }
  }
  if (isWalletError(thrown, 'user_rejected')) {
    return {
      title: 'User rejected request',
      text: `The ${wallet} window closed, or your browser cut its connection. Nothing was shared or signed here.`,
      action: 'Try again',
      isWindowLost: true,
    }
  }
  if (isWalletError(error, 'authorization_timeout')) {
    return {
      title: 'Authorization request timed out',
      text: `The ${wallet} window gave no answer for 2 minutes. Nothing was shared.`,
    }
  }
  if (isWalletError(error, 'request_timeout')) {
    return {
      title: 'Request timeout',
      text: `The ${wallet} window gave no answer for 2 minutes.`,
    }
  }
  if (isWalletError(error, 'provider_unavailable')) {
    return {
      title: `${wallet} cannot be reached.`,
      text: 'Its service did not answer. Try again shortly.',
    }
  }
  return undefined
}

function unanswered(error: unknown, wallet: string): SessionFailure {
  const since = isPromptTimeout(error) ? 'It was asked two minutes ago. ' : ''
  return {
    title: `${wallet} did not answer.`,
    text: `${since}Open it and look for a request, or try again.`,
  }
}

function declined(stage: Stage, product: string): SessionFailure {
  return stage === 'connect'
    ? {
        title: 'You declined the request.',
        text: `Nothing was shared with ${product}.`,
      }
    : {
        title: 'You declined to sign.',
        text: 'The wallet was disconnected and nothing was saved.',
      }
}
