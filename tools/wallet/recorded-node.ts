import { custom, encodeAbiParameters, type Hex, keccak256, toHex } from 'viem'

/** Answers of a node, the same for our code and for the public library. */
export type NodeFacts = {
  chainId: number
  isDeployed: boolean
  hasSessionModule: boolean
  nonce: number
  gas: bigint
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
}

const sessionModule = '0x34ca1501FAE231cC2ebc995CE013Dbe882d7d081'
/** Selector of `listHooks(bool)`. */
const LIST_HOOKS = '0xdb8a323f'

/** Returns a transport to a node of fixed answers, and the raw transactions that were sent to it. */
export function createRecordedNode(facts: NodeFacts) {
  const sent: Hex[] = []
  const answers: Record<string, (params: never) => unknown> = {
    eth_chainId: () => toHex(facts.chainId),
    eth_getCode: () => (facts.isDeployed ? '0x6000' : '0x'),
    eth_getTransactionCount: () => toHex(facts.nonce),
    eth_getBalance: () => toHex(10n ** 30n),
    eth_gasPrice: () => toHex(facts.maxFeePerGas),
    eth_estimateGas: () => toHex(facts.gas),
    zks_estimateFee: () => ({
      gas_limit: toHex(facts.gas),
      gas_per_pubdata_limit: toHex(50_000),
      max_fee_per_gas: toHex(facts.maxFeePerGas),
      max_priority_fee_per_gas: toHex(facts.maxPriorityFeePerGas),
    }),
    eth_call: ([{ data }]: [{ data: Hex }]) => {
      if (!data.startsWith(LIST_HOOKS)) throw new Error(`unknown call: got ${data}`)
      const hooks = facts.hasSessionModule ? [sessionModule] : []
      return encodeAbiParameters([{ type: 'address[]' }], [hooks as Hex[]])
    },
    eth_sendRawTransaction: ([raw]: [Hex]) => {
      sent.push(raw)
      return keccak256(raw)
    },
  }
  const transport = custom(
    {
      async request({ method, params }) {
        const answer = answers[method]
        if (!answer) throw new Error(`unknown method: got ${method}`)
        return answer(params as never)
      },
    },
    { retryCount: 0 },
  )
  return { transport, sent }
}
