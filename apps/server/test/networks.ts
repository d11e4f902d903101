import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestChain } from './chain.ts'

/** Networks without a working node. */
export type DeadNetworks = {
  dead: { way: WayToDie; network: Network }[]
  /** Closes the connections that are kept waiting. */
  close(): Promise<void>
}

/** Configuration entry of the network. */
type Network = Omit<TestChain['network'], 'is_demo'>

/** `refused`: the port is closed; `other_chain`: a working node of another chain id. */
type WayToDie = 'refused' | 'hanging' | 'failing' | 'a_web_page' | 'other_chain'

const ways: readonly WayToDie[] = [
  'refused',
  'hanging',
  'failing',
  'a_web_page',
  'other_chain',
]

/**
 * Returns this many dead networks, each kind in turn. `other` is the node of another
 * chain.
 */
export async function deadNetworks(
  count: number,
  { contracts, url }: Pick<TestChain, 'contracts' | 'url'>,
): Promise<DeadNetworks> {
  const servers = {
    hanging: await listen(() => {}),
    failing: await listen((_request, response) => {
      response.writeHead(503).end('out of order')
    }),
    a_web_page: await listen((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>')
    }),
  }
  const gone = await listen(() => {})
  await close(gone)
  const urls: Record<WayToDie, string> = {
    refused: gone.url,
    hanging: servers.hanging.url,
    failing: servers.failing.url,
    a_web_page: servers.a_web_page.url,
    other_chain: url,
  }
  const dead = Array.from({ length: count }, (_, index) => {
    const way = ways[index % ways.length] ?? 'refused'
    return { way, network: networkOf(index, urls[way], contracts) }
  })
  return {
    dead,
    close: async () => {
      await Promise.all(Object.values(servers).map(close))
    },
  }
}

function networkOf(
  index: number,
  rpcUrl: string,
  contracts: Network['contracts'],
): Network {
  return {
    alias: `dead-${index}`,
    id: 990_000 + index,
    name: `Dead ${index}`,
    native_currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpc_urls: [rpcUrl],
    contracts,
  }
}

type Listening = { url: string; server: Server }

async function listen(listener: RequestListener): Promise<Listening> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Safe: a TCP server that listens has such an address.
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, server }
}

function close({ server }: Listening): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}
