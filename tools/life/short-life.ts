import { collectionAbi } from '@platemark/abi/collection'
import { type CreateParams, collectionIdOf } from '@platemark/abi/create-params'
import { mintTotal } from '@platemark/rules/price'
import { getContract, keccak256, stringToHex } from 'viem'
import { type Accounts, openAccounts } from './accounts.ts'
import { people } from './people.ts'
import { plainParams, type Spoken, type Stage } from './stage.ts'

export type ShortLife = {
  created: Awaited<ReturnType<Stage['create']>>['created']
  accounts: Accounts
  collection: Spoken<typeof collectionAbi>
  /** What so many tokens at this price cost with the fee. */
  cost(priceWei: bigint, quantity: number): bigint
}

/** The id of what `story` begins with, for the lists that belong to it. */
export function scopeOf(stage: Stage, story: string) {
  const creator = people.creator.address
  return { chainId: stage.chain.id, collectionId: collectionIdOf(creator, saltOf(story)) }
}

/** A collection of the creator, with its books open; its mint fee is that of the moment. */
export async function beginShortLife(
  stage: Stage,
  story: string,
  different: Partial<CreateParams>,
): Promise<ShortLife> {
  const { client, factory } = stage
  const { creator } = people
  const mintFee = await factory.read.mintFee()
  const params = { ...plainParams, mintFee, ...different }
  const { address, created } = await stage.create(creator, params, saltOf(story))
  const accounts = await openAccounts(stage, address, {
    mintFeeWei: mintFee,
    payees: [{ account: creator.address, bps: 10_000 }],
  })
  return {
    created,
    accounts,
    collection: getContract({ address, abi: collectionAbi, client }),
    cost: (priceWei: bigint, quantity: number) => mintTotal(priceWei, mintFee, quantity),
  }
}

function saltOf(story: string) {
  return keccak256(stringToHex(story))
}
