import type { Signer } from '../src/request-transaction.ts'

/** A call of a bundle, as the wallet gets it. */
export type BundleParams = {
  id: string
  chainId: string
  from: string
  calls: { to: string; value: string; data: string }[]
  capabilities?: unknown
}

type Options = {
  /** Capabilities of the chain of the tests. */
  capabilities?: object
  /** Sends a bundle; by default its calls, one transaction each. */
  send?(bundle: BundleParams, sendCalls: () => Promise<string[]>): Promise<void>
}

/**
 * Puts bundles (EIP-5792) before a wallet of single transactions; the test sets the status of each
 * bundle, with the transactions that were sent for it.
 */
export function bundleWallet({ capabilities = atomic, send }: Options = {}) {
  const bundles: BundleParams[] = []
  const singles: unknown[] = []
  const answer: { status: unknown; isLost: boolean } = { status: null, isLost: false }
  const wrap = (signer: Signer): Signer => ({
    async request(call) {
      const [first] = (call.params ?? []) as [unknown]
      switch (call.method) {
        case 'wallet_getCapabilities':
          return { '0x7a69': capabilities }
        case 'wallet_sendCalls': {
          const bundle = { ...(first as BundleParams), id: `bundle-${bundles.length}` }
          bundles.push(bundle)
          await (send ?? sendAll)(bundle, () => sendCalls(signer, bundle))
          return { id: bundle.id }
        }
        case 'wallet_getCallsStatus':
          if (answer.isLost) throw Object.assign(new Error('lost'), { code: 5730 })
          return answer.status
        case 'eth_sendTransaction':
          singles.push(first)
          return signer.request(call)
        default:
          return signer.request(call)
      }
    },
  })
  const sendAll = async (_: BundleParams, sendNow: () => Promise<string[]>) => {
    const hashes = await sendNow()
    // Its receipts are the wallet's own: only the hashes are taken from them.
    const receipts = hashes.map((transactionHash) => ({ transactionHash }))
    answer.status = { status: 200, receipts }
  }
  return { wrap, bundles, singles, answer }
}

const atomic = { atomic: { status: 'supported' } }

async function sendCalls(signer: Signer, { from, calls }: BundleParams) {
  const hashes: string[] = []
  for (const call of calls) {
    const params = [{ from, ...call }]
    hashes.push(String(await signer.request({ method: 'eth_sendTransaction', params })))
  }
  return hashes
}
