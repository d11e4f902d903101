import type { Signer } from '../src/request-transaction.ts'
import type { Rpc } from '../src/rpc.ts'
import type { TestChain } from './chain.ts'

/** Sends requests to a test chain as browser code sends them to its nodes. */
export function testRpc({ client }: TestChain): Rpc {
  // Safe: the node accepts any method.
  return (method, params) => client.request({ method, params } as never)
}

/** The action of a person in a wallet with a request to send. */
type Act = () => Promise<void> | void

/** Creates a wallet with the keys of the chain, which reports `chainId` as its network. */
export function testWallet(chain: TestChain, chainId = 31_337, before: Act = () => {}) {
  const rpc = testRpc(chain)
  const sent: unknown[] = []
  let last: Promise<unknown> = Promise.resolve()
  const signer: Signer = {
    async request({ method, params = [] }) {
      if (method === 'eth_chainId') return `0x${chainId.toString(16)}`
      // Safe: requests to wallets carry lists of parameters.
      const list = params as unknown[]
      if (method === 'eth_sendTransaction') {
        await before()
        sent.push(list[0])
        // As wallets do, it adds a margin to the estimated gas.
        const gas = BigInt(String(await rpc('eth_estimateGas', list))) * 2n
        const [call] = list
        // As wallets do, it sends one after the other, so that no two have the same nonce.
        const send = () =>
          rpc(method, [Object.assign({ gas: `0x${gas.toString(16)}` }, call)])
        last = last.then(send, send)
        return last
      }
      return rpc(method, list)
    },
  }
  return { signer, sent }
}

/** Creates an error of a wallet, with a code of EIP-1193. */
export function walletError(code: number, message: string): Error {
  return Object.assign(new Error(message), { code })
}
