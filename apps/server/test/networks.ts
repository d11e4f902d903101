import type { TestChain } from './chain.ts'
import { startHttpServer } from './listen.ts'

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
    hanging: await startHttpServer(() => {}),
    failing: await startHttpServer((_request, response) => {
      response.writeHead(503).end('out of order')
    }),
    a_web_page: await startHttpServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>')
    }),
  }
  const gone = await startHttpServer(() => {})
  await gone.close()
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
      await Promise.all(Object.values(servers).map((one) => one.close()))
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
