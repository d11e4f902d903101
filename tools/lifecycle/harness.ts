import { collectionFactoryAbi } from '@platemark/abi/collection-factory'
import type { CreateParams } from '@platemark/abi/create-params'
import {
  type Address,
  BaseError,
  ContractFunctionRevertedError,
  getContract,
  type Hex,
  keccak256,
  parseEther,
  parseEventLogs,
  stringToHex,
} from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { mined, testChain } from '../../apps/server/test/chain.ts'
import { never, plainDrop } from '../../apps/server/test/collections/launch.ts'

export const accounts = {
  creator: createAccount('creator'),
  alice: createAccount('alice'),
  ben: createAccount('ben'),
  cleo: createAccount('cleo'),
  stranger: createAccount('stranger'),
}

/** Parameters of a drop with no optional feature. */
export const plainParams: CreateParams = {
  ...plainDrop,
  publicPhase: { ...plainDrop.publicPhase, price: 0n },
  royaltyBps: 0,
}

/** Starts a chain with the contracts and funded accounts. */
export async function startHarness() {
  const chain = await testChain()
  const { client } = chain
  for (const { address } of Object.values(accounts)) {
    await client.setBalance({ address, value: parseEther('100') })
  }
  const factory = getContract({
    address: chain.contracts.factory,
    abi: collectionFactoryAbi,
    client,
  })
  /** Waits for a transaction's receipt; throws when it reverted. */
  const settled = (sent: Promise<Hex>) => mined(chain, sent)
  return {
    chain,
    client,
    factory,
    mined: settled,
    /** Creates a collection; throws when its address differs from the predicted one. */
    async create(creator: PrivateKeyAccount, params: CreateParams, salt: Hex) {
      const predicted: Address = await factory.read.predict([
        params,
        creator.address,
        salt,
      ])
      const receipt = await settled(
        factory.write.create([params, salt, BigInt(never)], { account: creator }),
      )
      const [created] = parseEventLogs({
        abi: collectionFactoryAbi,
        eventName: 'CollectionCreated',
        logs: receipt.logs,
      })
      if (created?.args.collection !== predicted) {
        throw new Error(
          `collection address is wrong: got ${created?.args.collection}, expected ${predicted}`,
        )
      }
      return { address: predicted, created, receipt }
    },
  }
}

/** Returns the custom error that a call reverts with, and its values. */
export async function readRevert(call: Promise<unknown>): Promise<readonly unknown[]> {
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
  throw new Error('call succeeded, expected a revert')
}

function createAccount(name: string): PrivateKeyAccount {
  return privateKeyToAccount(keccak256(stringToHex(`${name} of the lives`)))
}
