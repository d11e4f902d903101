import { addressesIn, deploymentPlan } from '@platemark/abi/deploy'
import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  toHex,
} from 'viem'
import type { TestChain } from '../../apps/server/test/chain.ts'
import { mintLensAbi, mintLensCode } from './mint-lens.ts'
import type { Override } from './storage.ts'

/** A batch of answers costs a node far more gas than a block holds. */
const GAS = 2n ** 40n

/** What a wallet wants to know of one phase of one collection. */
export type Question = {
  collection: Address
  account: Address
  phaseId: number
  root: Hex
  quantity: bigint
  packed: bigint
  proof: readonly Hex[]
}

export type Check = { reasons: bigint; through: bigint; total: bigint }

/** `asked` is about the quantity in question, `most` about as many as possible. */
export type Answer = {
  asked: Check
  most: Check
  walletMinted: bigint
  phaseMinted: bigint
  notBefore: bigint
  until: bigint
}

/** The moment and the state a question is about; none: as the chain is. */
export type Moment = { now: number; overrides?: readonly Override[] }

export type Lens = Awaited<ReturnType<typeof openLens>>

/** Deploys the lens on a chain that holds our contracts. */
export async function openLens(chain: TestChain) {
  const { client, owner } = chain
  const hash = await client.sendTransaction({
    account: owner,
    chain: chain.chain,
    data: mintLensCode.creation,
  })
  const receipt = await client.waitForTransactionReceipt({ hash, pollingInterval: 20 })
  const { contractAddress: address } = receipt
  if (!address) throw new Error('The lens was not deployed.')
  const { drop, soulbound, edition } = addressesIn(deploymentPlan(owner.address))

  const call = (data: Hex, moment: Moment) => callAt(chain, address, data, moment)
  return {
    implementations: { drop, soulbound, edition },
    async ask(
      moment: Moment,
      questions: readonly Question[],
    ): Promise<readonly Answer[]> {
      const data = encodeFunctionData({
        abi: mintLensAbi,
        functionName: 'ask',
        args: [questions],
      })
      return decodeFunctionResult({
        abi: mintLensAbi,
        functionName: 'ask',
        data: await call(data, moment),
      })
    },
    async overviews(moment: Moment, collections: readonly Address[]) {
      const data = encodeFunctionData({
        abi: mintLensAbi,
        functionName: 'overviews',
        args: [collections],
      })
      return decodeFunctionResult({
        abi: mintLensAbi,
        functionName: 'overviews',
        data: await call(data, moment),
      })
    },
  }
}

/** Calls as if the block had this time and these addresses this code and storage. */
async function callAt(
  { client }: TestChain,
  to: Address,
  data: Hex,
  { now, overrides = [] }: Moment,
): Promise<Hex> {
  const state = Object.fromEntries(
    overrides.map(({ address, code, stateDiff }) => [
      address,
      {
        code,
        stateDiff: Object.fromEntries(stateDiff.map(({ slot, value }) => [slot, value])),
      },
    ]),
  )
  const call = { to, data, gas: toHex(GAS) }
  return client.request<{ Method: 'eth_call'; Parameters: unknown[]; ReturnType: Hex }>({
    method: 'eth_call',
    params: [call, 'latest', state, { time: toHex(now) }],
  })
}
