import { isWalletError, toWalletError } from '@platemark/wallet/errors'
import { isDeclined, readWalletWords } from '@platemark/wallet/wallet-error'
import { isWalletTimeout } from '@platemark/wallet/wallet-request'

/** Describes why a session key was not created or ended, for its owner. */
export function describeSessionKeyFailure(
  thrown: unknown,
  wallet: string,
): { title: string; text: string } {
  const error = toWalletError(thrown)
  if (isWalletError(error, 'policy_not_allowed', 'unconstrained_policy')) {
    return {
      title: `${wallet} allows no session key for this collection yet.`,
      text: 'Each collection needs a review there. You can mint as before, with a prompt for each mint.',
    }
  }
  if (isWalletError(error, 'popup_blocked')) {
    return {
      title: `Your browser blocked the ${wallet} window.`,
      text: 'Press the button again, or allow pop-ups for this site in the address bar.',
    }
  }
  if (isWalletError(error, 'insufficient_balance')) {
    return {
      title: 'Your account does not hold enough for the network fee.',
      text: 'Nothing was sent. Add coins, then try again.',
    }
  }
  if (isWalletError(error, 'user_rejected')) {
    return {
      title: 'User rejected request',
      text: `The ${wallet} window closed, or your browser cut its connection. Nothing was signed here.`,
    }
  }
  if (isDeclined(error))
    return { title: 'You declined the request.', text: 'Nothing was signed.' }
  if (isWalletTimeout(error)) {
    return {
      title: 'Request timeout',
      text: `The ${wallet} window gave no answer for 2 minutes.`,
    }
  }
  const words = readWalletWords(error)
  return {
    title: 'It did not work.',
    text: `No transaction is known here. Check ${wallet}, then try again.${words ? ` Reason: ${words}` : ''}`,
  }
}
