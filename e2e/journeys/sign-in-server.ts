import { getUser } from '@platemark/api/profile'
import {
  createSignatureMessage,
  endAllSessions,
  listSessions,
  login,
  logout,
} from '@platemark/api/session'
import type { BrowserContext, Route } from '@playwright/test'
import type { PrivateKeyAccount } from 'viem/accounts'
import { expect } from '../fixtures/stack.ts'

/** Calls of signing in and out, by purpose. */
const paths = {
  message: createSignatureMessage.path,
  login: login.path,
  user: getUser.path,
  logout: logout.path,
}
export type Call = keyof typeof paths

/** Failures of a server as a browser sees them. */
export const outages = ['refused', 500, 503, 429] as const
export type Outage = (typeof outages)[number]

/** Connection between browser and server, which can fail for one call. */
export type Way = {
  fails(call: Call, outage: Outage): Promise<void>
  /** Holds the request before it reaches the server. */
  holds(call: Call): Promise<void>
  /** Forwards the request and holds its response. */
  holdsAnswer(call: Call): Promise<void>
  /** Waits until the request, or its response, is held. */
  isHolding(): Promise<void>
  /** Releases what is held, and all later calls. */
  letsThrough(): void
}

export function wayToServer(context: BrowserContext): Way {
  let isOpen = false
  let isHolding = false
  let release = () => {}
  const stop = () => {
    isHolding = true
    return new Promise<void>((resolve) => {
      release = resolve
    })
  }
  const watch = async (call: Call, handler: (route: Route) => Promise<void>) => {
    isOpen = false
    await context.route(`**${paths[call]}`, async (route) => {
      await (isOpen ? route.fallback() : handler(route)).catch(whenPageIsGone)
    })
  }
  return {
    fails: (call, outage) => watch(call, (route) => fail(route, outage)),
    holds: (call) =>
      watch(call, async (route) => {
        await stop()
        await route.fallback()
      }),
    holdsAnswer: (call) =>
      watch(call, async (route) => {
        const response = await route.fetch()
        await stop()
        await route.fulfill({ response })
      }),
    isHolding: () => expect.poll(() => isHolding, 'the call is held').toBe(true),
    letsThrough: () => {
      isOpen = true
      release()
    },
  }
}

function fail(route: Route, outage: Outage): Promise<void> {
  if (outage === 'refused') return route.abort('connectionrefused')
  // A proxy in front of the server responds like this, without an API error.
  return route.fulfill({
    status: outage,
    contentType: 'text/html',
    headers: outage === 500 ? {} : { 'retry-after': '30' },
    body: '<h1>Not now</h1>',
  })
}

/** Ignores failures of calls whose page is gone. */
function whenPageIsGone() {}

/** Returns the number of open sessions of an account, queried from another client. */
export async function countSessions(
  url: string,
  account: PrivateKeyAccount,
): Promise<number> {
  const token = await signInElsewhere(url, account)
  const { data } = await json(await fetch(url + listSessions.path, bearer(token)))
  await fetch(url + logout.path, { method: 'POST', ...bearer(token) })
  return data.length - 1
}

/** Logs the account out everywhere, from another client. */
export async function endSessions(
  url: string,
  account: PrivateKeyAccount,
): Promise<void> {
  const token = await signInElsewhere(url, account)
  await fetch(url + endAllSessions.path, { method: 'POST', ...bearer(token) })
}

async function signInElsewhere(url: string, account: PrivateKeyAccount) {
  const { address } = account
  const response = await post(url + createSignatureMessage.path, { address })
  const { message, nonce } = (await json(response)).data
  const signature = await account.signMessage({ message })
  const proof = { address, signature, nonce, connector: 'elsewhere' }
  const { access_token } = await json(await post(url + login.path, proof))
  return access_token
}

function post(url: string, body: unknown): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
}

function bearer(token: string) {
  return { headers: { authorization: `Bearer ${token}` } }
}

async function json(response: Response) {
  if (!response.ok) throw new Error(`${response.url} returned status ${response.status}`)
  return response.json()
}
