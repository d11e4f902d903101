import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createKeyPair, type KeyPair } from '../../src/cross-app/crypto.ts'
import { type Isolation, loginPage, providerPage } from './page.ts'
import {
  type ProviderAccount,
  type ProviderWallet,
  readWindowRequest,
  respondConnect,
  respondTransact,
} from './respond.ts'

export type ProviderOptions = {
  account: ProviderAccount
  /** Absent: new ones, which no earlier connection knows. */
  keys?: KeyPair
  /** Name of the wallet in the window. */
  name?: string
  /** Zero for a free port. */
  port?: number
  host?: string
  isolation?: Isolation
  /** Isolation of its login page. */
  loginIsolation?: Isolation
  /** How long a connection lasts, in milliseconds. */
  validMs?: number
}

/** Stand-in for a wallet provider: look-up of its pages, its windows and its keys. */
export type ProviderServer = {
  /** Origin of look-up and windows. */
  url: string
  /** Paths that were requested, in order. */
  paths: string[]
  close(): Promise<void>
}

const DAY_MS = 86_400_000

/** Starts the stand-in, on a free port of this computer unless `port` names one. */
export async function startProviderServer(
  options: ProviderOptions,
): Promise<ProviderServer> {
  const paths: string[] = []
  const { account, keys = createKeyPair() } = options
  const wallet = { account, keys }
  const host = options.host ?? '127.0.0.1'
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host ?? host}`)
    paths.push(url.pathname)
    answer(request, response, url, { ...options, wallet }).catch((error: unknown) => {
      response.writeHead(400, { 'content-type': 'text/plain' }).end(String(error))
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, host, resolve)
  })
  // Safe: a listening TCP server has such an address.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${host}:${port}`,
    paths,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  options: ProviderOptions & { wallet: ProviderWallet },
): Promise<void> {
  const { wallet, name = 'Abstract', validMs = DAY_MS } = options
  const json = (value: unknown) => {
    response.writeHead(200, {
      'content-type': 'application/json',
      'access-control-allow-origin': '*',
    })
    response.end(JSON.stringify(value))
  }
  const html = (text: string, isolation: Isolation = 'none') => {
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      ...(isolation !== 'none' && { 'cross-origin-opener-policy': isolation }),
    })
    response.end(text)
  }
  const { pathname, searchParams: query } = url
  if (/^\/api\/v1\/apps\/[^/]+\/cross-app\/details$/.test(pathname))
    return json({ custom_api_url: url.origin, icon_url: null, name })
  if (pathname === '/cross-app/connect')
    return html(providerPage(name, 'connect'), options.isolation)
  if (pathname === '/cross-app/transact')
    return html(providerPage(name, 'transact'), options.isolation)
  if (pathname === '/login')
    return html(loginPage(query.get('back') ?? '/'), options.loginIsolation)
  if (request.method !== 'POST') {
    response.writeHead(pathname === '/favicon.ico' ? 204 : 404).end()
    return
  }
  switch (pathname) {
    case '/connect':
      return json(respondConnect(wallet, validMs))
    case '/transact':
      return json(await respondTransact(query, wallet))
    case '/request':
      return json(await readWindowRequest(query, wallet.keys))
    case '/decline':
      return json({
        type: 'PRIVY_CROSS_APP_ACTION_ERROR',
        error: 'User rejected request',
      })
    default:
      response.writeHead(404).end()
  }
}
