import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getBlockNumber, getChainId } from 'viem/actions'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connect, disconnect } from 'wagmi/actions'
import { localNetwork as local } from '../../test/networks.ts'
import { moveWallet, refreshWallets, toViemChain, walletConfig } from './wagmi.ts'

const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const bodies: unknown[] = []
const node = createServer((request, response) => {
  let text = ''
  request.on('data', (part) => {
    text += part
  })
  request.on('end', () => {
    const calls: { id: number }[] = [JSON.parse(text)].flat()
    bodies.push(JSON.parse(text))
    const answers = calls.map(({ id }) => ({ jsonrpc: '2.0', id, result: '0x7a69' }))
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answers.length > 1 ? answers : answers[0]))
  })
})

const page = new EventTarget()

beforeAll(async () => {
  await new Promise<void>((ready) => node.listen(0, '127.0.0.1', ready))
  // Safe: a listening TCP server has such an address.
  const { port } = node.address() as AddressInfo
  vi.stubGlobal('location', { origin: `http://127.0.0.1:${port}` })
  vi.stubGlobal('localStorage', new MemoryStorage())
  vi.stubGlobal('window', globalThis)
  for (const name of ['addEventListener', 'dispatchEvent'] as const) {
    vi.stubGlobal(name, page[name].bind(page))
  }
})

afterAll(() => {
  node.close()
  vi.unstubAllGlobals()
})

class MemoryStorage {
  readonly #rows = new Map<string, string>()
  getItem = (key: string) => this.#rows.get(key) ?? null
  setItem = (key: string, value: string) => void this.#rows.set(key, value)
  removeItem = (key: string) => void this.#rows.delete(key)
}

test('chains keep to the specified defaults: 3 tries more, 150 ms, 10 s, polling every 4 s', () => {
  const { transport, pollingInterval } = walletConfig({ networks: [local] }).getClient()
  expect(transport).toMatchObject({ retryCount: 3, retryDelay: 150, timeout: 10_000 })
  expect(pollingInterval).toBe(4_000)
})

test('calls of the same tick are batched', async () => {
  const client = walletConfig({ networks: [local] }).getClient({ chainId: 31_337 })
  await Promise.all([getChainId(client), getBlockNumber(client)])
  expect(bodies).toHaveLength(1)
  expect(bodies[0]).toHaveLength(2)
})

test('the same networks return the same configuration', () => {
  expect(walletConfig({ networks: [{ ...local }] })).toBe(
    walletConfig({ networks: [local] }),
  )
})

test('a wallet that is found becomes a connector, and leaves with it unless it is connected', async () => {
  const wagmi = walletConfig({ networks: [local] })
  const ids = () => wagmi.connectors.map(({ id }) => id)
  const request = async ({ method }: { method: string }) =>
    method === 'eth_chainId' ? '0x7a69' : [account]
  // Frozen and without events, as some wallet apps have it.
  vi.stubGlobal('ethereum', Object.freeze({ request }))
  refreshWallets()
  expect(ids()).toEqual(['injected'])
  const info = { rdns: 'an.app', name: 'App', icon: '' }
  const announce = () =>
    page.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', {
        detail: { info, provider: { request } },
      }),
    )
  const [connector] = wagmi.connectors
  if (!connector) throw new Error('no connector')
  expect((await connect(wagmi, { connector })).accounts).toEqual([account])
  announce()
  expect(ids()).toEqual(['injected', 'an.app'])
  await disconnect(wagmi)
  vi.stubGlobal('ethereum', undefined)
  page.dispatchEvent(
    new CustomEvent('eip6963:announceProvider', {
      detail: { info: { ...info, rdns: 'other.app' }, provider: { request } },
    }),
  )
  expect(ids()).toEqual(['an.app', 'other.app'])
})

test('a wallet is not moved to a network that the page does not have', async () => {
  const wagmi = walletConfig({ networks: [local] })
  const move = vi.fn()
  await expect(moveWallet(wagmi, 'an.app', { ...local, id: 5 }, move)).rejects.toThrow(
    /^Chain 5 not supported$/,
  )
  expect(move).not.toHaveBeenCalled()
})

test('a relative RPC path becomes an absolute URL, as wallets need it', () => {
  const [url] = toViemChain(local).rpcUrls.default.http
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/rpc\/local$/)
})
