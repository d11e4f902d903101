import { collectionAbi } from '@platemark/abi/collection'
import {
  constraintConditions,
  lifetimeLimit,
  type SessionSpec,
  unlimited,
} from '@platemark/wallet/session-keys/session-spec'
import {
  type Address,
  decodeFunctionData,
  encodeFunctionData,
  getAbiItem,
  type Hex,
  pad,
  toFunctionSelector,
  zeroAddress,
  zeroHash,
} from 'viem'

/** Limits of a session for minting; `unitWei` is price and fee of one token. */
export type MintTerms = {
  contract: Address
  account: Address
  tokens: number
  unitWei: bigint
  /** Network fee of one mint in wei. */
  feeWei: bigint
  /** Unix seconds. */
  expiresAt: number
}

/** Word of `mintTo` that is the most tokens of a call. */
const QUANTITY_WORD = 2n

/** A mint costs more than its estimate where the network gets busy. */
const FEE_MARGIN = 3n

/** Limits of fees are multiples of it, in wei: six digits that a person can read. */
const FEE_STEP_WEI = 10n ** 12n

const roundUp = (wei: bigint) => ((wei + FEE_STEP_WEI - 1n) / FEE_STEP_WEI) * FEE_STEP_WEI

const mintTo = getAbiItem({ abi: collectionAbi, name: 'mintTo' })
export const mintToSelector: Hex = toFunctionSelector(mintTo)

/**
 * Returns the terms of a session that mints for its account alone: one function of one collection,
 * so many tokens and their price in all, and a limit of the fees.
 */
export function createMintSpec(signer: Address, terms: MintTerms): SessionSpec {
  const { contract, account, tokens, unitWei, feeWei, expiresAt } = terms
  const count = BigInt(tokens)
  const limit = lifetimeLimit(unitWei * count)
  return {
    signer,
    expiresAt: BigInt(expiresAt),
    feeLimit: lifetimeLimit(roundUp(feeWei * count * FEE_MARGIN)),
    callPolicies: [
      {
        target: contract,
        selector: mintToSelector,
        maxValuePerUse: unitWei * count,
        valueLimit: limit,
        constraints: [
          {
            condition: constraintConditions.Equal,
            index: 0n,
            refValue: pad(account),
            limit: unlimited,
          },
          {
            condition: constraintConditions.Unconstrained,
            index: QUANTITY_WORD,
            refValue: zeroHash,
            limit: lifetimeLimit(count),
          },
        ],
      },
    ],
    transferPolicies: [],
  }
}

/**
 * Returns the data of a mint as sessions allow it: `mint` for the sender becomes `mintTo` for the
 * account, which mints the same. Other data is returned as it is.
 */
export function toSessionData(account: Address, data: Hex): Hex {
  if (data.slice(0, 10) !== mintSelector) return data
  const { args } = decodeFunctionData({ abi: collectionAbi, data })
  const [most] = args as readonly [bigint]
  return encodeFunctionData({
    abi: collectionAbi,
    functionName: 'mintTo',
    args: [account, 1n, most, zeroAddress],
  })
}

const mintSelector = toFunctionSelector(getAbiItem({ abi: collectionAbi, name: 'mint' }))
