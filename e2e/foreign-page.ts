import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ForeignPage = {
  /** Scheme, host and port; another origin than the product's. */
  origin: string
  close(): Promise<void>
}

/** What a file of a foreign site is answered with. */
export type ForeignFile = { body: string | Uint8Array; type: string }

/**
 * A site of other people on an origin of its own: `find` answers its files by their paths.
 * `policy` is the Content-Security-Policy of its pages; every file may be read from anywhere,
 * as on any host of static files.
 */
export async function openForeignSite(
  find: (path: string) => ForeignFile | undefined,
  policy?: string,
): Promise<ForeignPage> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const file = find(pathname)
    if (!file) return response.writeHead(404, readable).end('Not found.')
    const isPage = file.type.startsWith('text/html')
    response.writeHead(200, {
      ...readable,
      'content-type': file.type,
      ...(isPage && policy && { 'content-security-policy': policy }),
    })
    response.end(file.body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Safe: a TCP server that listens has such an address.
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const readable = { 'access-control-allow-origin': '*' }

/** As strict as a page can be that lets the mint component of `origin` in. */
export function strictPolicy(origin: string, others: string[] = []): string {
  return [
    "default-src 'none'",
    `script-src ${origin}`,
    "style-src 'self'",
    `img-src ${origin} data:`,
    `font-src ${origin}`,
    ['connect-src', origin, ...others].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

/** A page with one panel, its attributes as given. */
export function pageWith(
  script: string,
  attributes: Record<string, string>,
): ForeignFile {
  const written = Object.entries(attributes).map(([name, value]) => `${name}="${value}"`)
  const body = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>The Harbour Review</title>
    <script type="module" src="${script}"></script>
  </head>
  <body>
    <main>
      <h1>A year of tides</h1>
      <platemark-mint ${written.join(' ')}></platemark-mint>
    </main>
  </body>
</html>
`
  return { body, type: 'text/html; charset=utf-8' }
}
