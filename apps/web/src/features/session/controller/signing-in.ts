import { createSignatureMessage, login, logout } from '@platemark/api/operations'
import { asProvider } from '@platemark/wallet/provider'
import type { QueryClient } from '@tanstack/react-query'
import { hasKeptProgress } from '../../../components/academy-progress/kept-key.ts'
import { call } from '../../../lib/api.ts'
import { readToken, storeToken } from '../../../lib/session.ts'
import { toast } from '../../../ui/toast.ts'
import { personalSign } from '../provider.ts'
import { requireConnector } from './connections.ts'
import type { ControllerContext, EffectFor } from './context.ts'
import { dispatchFailure } from './report-failure.ts'

export async function requestMessage(
  page: ControllerContext,
  effect: EffectFor<'request-message'>,
) {
  const { config, dispatch } = page
  const { attempt, wallet } = effect
  try {
    const isOurs = config.networks.some(({ id }) => id === wallet.chainId)
    const { message, nonce, expires_at } = await call(createSignatureMessage, {
      body: { address: wallet.address, ...(isOurs && { chain_id: wallet.chainId }) },
    })
    const challenge = { message, nonce, expiresAt: Date.parse(expires_at) }
    dispatch({ type: 'message-received', attempt, challenge })
  } catch (error) {
    dispatchFailure(page, attempt, 'message', wallet.name, error)
  }
}

export async function sign(
  page: ControllerContext,
  { attempt, wallet, challenge }: EffectFor<'sign'>,
) {
  const { wagmi, dispatch } = page
  try {
    const provider = asProvider(await requireConnector(wagmi, wallet).getProvider())
    const signature = await personalSign(provider, challenge.message, wallet.address)
    dispatch({ type: 'signed', attempt, signature })
  } catch (error) {
    dispatchFailure(page, attempt, 'sign', wallet.name, error)
  }
}

export async function logIn(page: ControllerContext, effect: EffectFor<'log-in'>) {
  const { attempt, wallet, signature, nonce } = effect
  try {
    const { address, connector } = wallet
    const body = { address, signature, connector, nonce }
    // The login ends a session that this browser still has.
    const { access_token: token } = await call(login, { body }, { token: readToken() })
    page.dispatch({ type: 'logged-in', attempt, token })
  } catch (error) {
    dispatchFailure(page, attempt, 'log-in', wallet.name, error)
  }
}

/** Stores a token; shows how long the session lasts when the browser does not keep it. */
export function saveToken(token: string): void {
  if (storeToken(token)) return
  toast('info', 'You stay signed in until you close or reload this page.', {
    text: 'Your browser keeps nothing for this site.',
  })
}

/**
 * Sends the progress in lessons that this browser kept before its visitor signed in. A later page of
 * the academy sends what fails here.
 */
export function sendKeptLessons(queries: QueryClient): void {
  if (!hasKeptProgress()) return
  const send = async () => {
    const { sendKeptProgress } = await import(
      '../../../components/academy-progress/send-kept.ts'
    )
    await sendKeptProgress(queries)
  }
  send().catch(() => undefined)
}

/** Ends the stored session, or that of `token`, without waiting for the response. */
export function endSession(token?: string): void {
  call(logout, {}, { ...(token && { token }), via: sendLast }).catch(() => undefined)
}

/** Sends a request that outlives the page. */
function sendLast(url: string, request: RequestInit): Promise<Response> {
  return fetch(url, { ...request, keepalive: true })
}
