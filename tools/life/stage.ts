import { collectionFactoryAbi } from '@platemark/abi/collection-factory'
import type { CreateParams } from '@platemark/abi/create-params'
import { payoutsAbi } from '@platemark/abi/payouts'
import { platformAbi } from '@platemark/abi/platform'
import {
  type Abi,
  type Address,
  BaseError,
  ContractFunctionRevertedError,
  type GetContractReturnType,
  getAddress,
  getContract,
  type Hex,
  parseEventLogs,
  type TransactionReceipt,
  zeroHash,
} from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { testChain } from '../../apps/server/test/chain.ts'
import { people, WEALTH } from './people.ts'

export type Stage = Awaited<ReturnType<typeof openStage>>

/** A contract on the stage, spoken to through viem. */
export type Spoken<Interface extends Abi> = GetContractReturnType<
  Interface,
  Stage['client'],
  Address
>

/** The last second there is for the contracts. */
export const NEVER = 4_294_967_295

/** A drop without anything special. */
export const plainParams: CreateParams = {
  kind: 0,
  transferable: true,
  name: 'Tide Tables',
  symbol: 'TIDE',
  maxSupply: 100,
  publicPhase: { price: 0n, start: 1, end: NEVER, walletLimit: 65_535, supplyCap: 0 },
  mintFee: 0n,
  royaltyBps: 0,
  royaltyCeilingBps: 1000,
  notice: 0,
  payees: [],
  baseUri: '0x',
  contractUri: '0x',
  provenanceHash: zeroHash,
  listRoot: zeroHash,
  listContentHash: zeroHash,
  listNotBefore: 0,
}

/** A chain with our contracts and with people who have something to spend. */
export async function openStage() {
  const chain = await testChain()
  const { client, owner: operator } = chain
  await Promise.all(
    Object.values(people).map(({ address }) =>
      client.setBalance({ address, value: WEALTH }),
    ),
  )
  const { factory: factoryAddress, payouts: payoutsAddress } = chain.contracts
  const factory = getContract({
    address: factoryAddress,
    abi: collectionFactoryAbi,
    client,
  })
  const payouts = getContract({ address: payoutsAddress, abi: payoutsAbi, client })
  const platform = getContract({ address: chain.platform, abi: platformAbi, client })

  /** Waits for what was sent; throws when it was refused. */
  const mined = async (sent: Promise<Hex>): Promise<TransactionReceipt> => {
    const receipt = await receiptOf(chain, await sent)
    if (receipt.status === 'success') return receipt
    throw new Error(`${receipt.transactionHash} was reverted`)
  }
  return {
    chain,
    client,
    factory,
    payouts,
    platform,
    /** The owner of the platform. */
    operator,
    mined,
    /** The same for what was sent knowing that it will be refused. */
    minedAnyhow: async (sent: Promise<Hex>) => receiptOf(chain, await sent),
    now: async () => Number((await client.getBlock()).timestamp),
    /** Goes to a second in the future; everything after happens at it or later. */
    async goTo(second: number) {
      await client.setNextBlockTimestamp({ timestamp: BigInt(second) })
      await client.mine({ blocks: 1 })
    },
    /** Puts a contract on the chain, and ether into it. */
    async install(code: Hex, value = 0n): Promise<Address> {
      const data = code
      const sent = client.sendTransaction({ account: operator, data, value })
      const { contractAddress } = await mined(sent)
      if (!contractAddress) throw new Error('The contract was not made.')
      return getAddress(contractAddress)
    },
    /** Makes a collection, at the address that the factory predicts, or throws. */
    async create(creator: PrivateKeyAccount, params: CreateParams, salt: Hex) {
      const predicted = await factory.read.predict([params, creator.address, salt])
      const receipt = await mined(
        factory.write.create([params, salt, BigInt(NEVER)], { account: creator }),
      )
      const [created] = parseEventLogs({
        abi: factory.abi,
        eventName: 'CollectionCreated',
        logs: receipt.logs,
      })
      if (created?.args.collection !== predicted) {
        throw new Error(`${created?.args.collection} was made, not ${predicted}.`)
      }
      return { address: predicted, created, receipt }
    },
  }
}

/** The custom error a call is refused with, and its values; throws when it is not refused. */
export async function refusal(call: Promise<unknown>): Promise<readonly unknown[]> {
  try {
    await call
  } catch (error) {
    const reverted =
      error instanceof BaseError &&
      error.walk((cause) => cause instanceof ContractFunctionRevertedError)
    if (!(reverted instanceof ContractFunctionRevertedError) || !reverted.data) {
      throw error
    }
    return [reverted.data.errorName, ...(reverted.data.args ?? [])]
  }
  throw new Error('The call was not refused.')
}

async function receiptOf(
  { client }: Awaited<ReturnType<typeof testChain>>,
  hash: Hex,
): Promise<TransactionReceipt> {
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; ) {
    const receipt = await client.getTransactionReceipt({ hash }).catch(() => undefined)
    if (receipt) return receipt
    await new Promise((resume) => setTimeout(resume, 5))
  }
  throw new Error(`${hash} was not mined`)
}
