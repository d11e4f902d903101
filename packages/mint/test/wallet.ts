import type { Rpc } from '../src/rpc.ts'
import type { Signer } from '../src/send-mint.ts'
import type { TestChain } from './chain.ts'

/** Asks a test chain as browser code asks its nodes. */
export function testRpc({ client }: TestChain): Rpc {
  // Safe: any method of the node may be asked.
  return (method, params) => client.request({ method, params } as never)
}

/** What somebody does in a wallet that is asked to send. */
type Act = () => Promise<void> | void

/** A wallet with the keys of the chain, which says that it is on `chainId`. */
export function testWallet(chain: TestChain, chainId = 31_337, before: Act = () => {}) {
  const rpc = testRpc(chain)
  const sent: unknown[] = []
  const signer: Signer = {
    async request({ method, params = [] }) {
      if (method === 'eth_chainId') return `0x${chainId.toString(16)}`
      // Safe: wallets are asked with lists of parameters.
      const list = params as unknown[]
      if (method === 'eth_sendTransaction') {
        await before()
        sent.push(list[0])
        // As wallets do, it leaves some gas for what comes otherwise than estimated.
        const gas = BigInt(String(await rpc('eth_estimateGas', list))) * 2n
        const [call] = list
        return rpc(method, [Object.assign({ gas: `0x${gas.toString(16)}` }, call)])
      }
      return rpc(method, list)
    },
  }
  return { signer, sent }
}

/** What a wallet throws: an error with a code, as EIP-1193 says. */
export function walletError(code: number, message: string): Error {
  return Object.assign(new Error(message), { code })
}
