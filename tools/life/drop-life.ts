import { type CreateParams, collectionIdOf } from '@platemark/abi/create-params'
import { dropCollectionAbi } from '@platemark/abi/drop-collection'
import type { ListScope } from '@platemark/rules/allowlist'
import { mintTotal } from '@platemark/rules/price'
import {
  type Address,
  encodeAbiParameters,
  getContract,
  type Hex,
  keccak256,
  parseEventLogs,
  parseGwei,
  stringToHex,
  type TransactionReceipt,
  zeroAddress,
} from 'viem'
import { type Accounts, openAccounts } from './accounts.ts'
import { cidOf } from './metadata.ts'
import { people, receivers } from './people.ts'
import { type PublishedList, publishList } from './published-list.ts'
import { hesitatingContract } from './small-contracts.ts'
import { openStage, plainParams, type Spoken, type Stage } from './stage.ts'

export type DropLife = {
  stage: Stage
  scope: ListScope
  salt: Hex
  params: CreateParams
  /** Unix seconds, and the seconds of notice. */
  times: { listOpens: number; opens: number; closes: number; notice: number }
  firstList: PublishedList
  /** A payee that takes ether only after it was told to. */
  hesitant: Address
  /** The factory's log of the creation. */
  created: Creation['created']
  /** The transaction of the creation. */
  creation: TransactionReceipt
  drop: Spoken<typeof dropCollectionAbi>
  accounts: Accounts
}

type Creation = Awaited<ReturnType<Stage['create']>>

/** Odd on purpose: a tenth of it is no whole number of gwei. */
const mintFee = parseGwei('123457')
const salt = keccak256(stringToHex('the drop that lives through everything'))
const NOTICE = 3600

/** In wei; none of them is round. */
export const prices = {
  listed: parseGwei('10000001'),
  later: parseGwei('7000003'),
  public: parseGwei('20000003'),
  better: parseGwei('19000007'),
  worse: parseGwei('21000001'),
}

export const secret = keccak256(stringToHex('secret'))
export const manifestHash = keccak256(stringToHex('manifest'))
export const hiddenCid = cidOf('what is shown before the reveal')

/** What `quantity` tokens at this price cost with the fee. */
export function cost(priceWei: bigint, quantity: number): bigint {
  return mintTotal(priceWei, mintFee, quantity)
}

/** The ids of the tokens minted in a transaction. */
export function idsIn({ logs }: TransactionReceipt): number[] {
  return parseEventLogs({
    abi: dropCollectionAbi,
    eventName: 'Transfer',
    args: { from: zeroAddress },
    logs,
  }).map(({ args }) => Number(args.tokenId))
}

/** A drop with everything that can be set at its creation, whose books are open. */
export async function beginDrop(): Promise<DropLife> {
  const stage = await openStage()
  const { client, factory, operator } = stage
  const { creator, alice, ben, cleo, dora } = people
  await stage.mined(factory.write.setMintFee([mintFee], { account: operator }))
  const hesitant = await stage.install(hesitatingContract)
  const born = await stage.now()
  const times = {
    listOpens: born + 100,
    opens: born + 2000,
    closes: born + 300_000,
    notice: NOTICE,
  }

  const scope = {
    chainId: stage.chain.id,
    collectionId: collectionIdOf(creator.address, salt),
  }
  const early = { start: times.listOpens, end: times.opens, phaseCap: null }
  const paid = { ...early, phaseId: 0, priceWei: prices.listed, limit: 3 }
  const free = { ...early, phaseId: 0, priceWei: 0n, limit: 2 }
  const capped = {
    ...early,
    phaseId: 1,
    priceWei: prices.listed,
    limit: 5,
    phaseCap: 3,
  }
  const long = { ...paid, phaseId: 3, end: times.closes }
  const firstList = publishList(scope, [
    { account: alice.address, terms: paid },
    { account: ben.address, terms: free },
    { account: alice.address, terms: capped },
    { account: cleo.address, terms: capped },
    { account: dora.address, terms: long },
  ])

  const params: CreateParams = {
    ...plainParams,
    name: 'Tidewater',
    symbol: 'TIDE',
    maxSupply: 60,
    publicPhase: {
      price: prices.public,
      start: times.opens,
      end: times.closes,
      walletLimit: 6,
      supplyCap: 0,
    },
    mintFee,
    royaltyBps: 500,
    royaltyCeilingBps: 750,
    notice: NOTICE,
    payees: [
      { account: receivers.firstPayee, bps: 6667 },
      { account: receivers.secondPayee, bps: 3333 },
    ],
    baseUri: hiddenCid,
    provenanceHash: keccak256(
      encodeAbiParameters(
        [{ type: 'bytes32' }, { type: 'bytes32' }],
        [manifestHash, secret],
      ),
    ),
    listRoot: firstList.root,
    listContentHash: firstList.contentHash,
    listNotBefore: times.listOpens,
  }
  const { address, created, receipt } = await stage.create(creator, params, salt)
  const accounts = await openAccounts(stage, address, {
    mintFeeWei: mintFee,
    payees: [...params.payees],
    others: { hesitant },
  })
  // Nobody was named to receive it yet.
  accounts.books.keepBack(stage.platform.address, true)
  return {
    stage,
    scope,
    salt,
    params,
    times,
    firstList,
    hesitant,
    created,
    creation: receipt,
    drop: getContract({ address, abi: dropCollectionAbi, client }),
    accounts,
  }
}
