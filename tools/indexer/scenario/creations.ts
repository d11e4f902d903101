import { collectionFactoryAbi } from '@platemark/abi/collection-factory'
import { type CreateParams, computeCollectionId } from '@platemark/abi/create-params'
import { type ListTerms, listLeaf, listTree, packTerms } from '@platemark/rules/allowlist'
import { NEVER_ENDS } from '@platemark/rules/collection-state'
import { computeCommitment } from '@platemark/rules/reveal-commitment'
import {
  type Address,
  encodeFunctionData,
  type Hex,
  keccak256,
  parseGwei,
  stringToHex,
  zeroHash,
} from 'viem'
import type { Plan, PlannedList, ScenarioContext, Sent } from './context.ts'

const CREATORS = 8

const prices = [0n, parseGwei('1000000'), parseGwei('3000000'), parseGwei('12345678')]

/** Returns a `create` of a random collection with two allowlists. */
export function create(context: ScenarioContext): Sent {
  const { random, plans, factory } = context
  const from = random.anyOf(context.accounts.slice(0, CREATORS)) ?? context.accounts[0]
  const salt = keccak256(stringToHex(`${plans.size} ${random.between(0, 2 ** 40)}`))
  const plan = planCollection(context, from, salt)
  plans.set(salt, plan)
  const args = [plan.params, salt, BigInt(NEVER_ENDS)] as const
  const call = { abi: collectionFactoryAbi, functionName: 'create', args } as const
  return { from, to: factory, data: encodeFunctionData(call) }
}

function planCollection(context: ScenarioContext, creator: Address, salt: Hex): Plan {
  const { random, plans, model } = context
  const name = `c${plans.size}`
  const manifest = keccak256(stringToHex(`manifest of ${salt}`))
  const secret = keccak256(stringToHex(`secret of ${salt}`))
  const collectionId = computeCollectionId(creator, salt)
  const one = planList(context, collectionId, 0)
  const other = planList(context, collectionId, 9)
  const listRoot = random.isLucky(40) ? one.root : zeroHash
  const payees = random.isLucky(40) ? anyPayees(context) : []
  const params: CreateParams = {
    ...anyKind(context),
    name: `Work ${name}`,
    symbol: name.toUpperCase(),
    publicPhase: anyPhase(context),
    mintFee: model.mintFee,
    royaltyBps: random.between(0, 500),
    royaltyCeilingBps: 500 + random.between(0, 500),
    hasRoyaltySplit: payees.length > 0 && random.isLucky(50),
    notice: random.oneOf([0, 0, 3, 10]),
    payees,
    baseUri: stringToHex('https://example.org/metadata/'),
    contractUri: '0x',
    provenanceHash: random.isLucky(30) ? computeCommitment(manifest, secret) : zeroHash,
    listRoot,
    listContentHash: listRoot === zeroHash ? zeroHash : keccak256(listRoot),
    listNotBefore: 0,
  }
  return { params, lists: [one, other], manifest, secret }
}

/** Returns a change of the mint fee of later collections. */
export function setMintFee({ random, factory, operator }: ScenarioContext): Sent {
  const fee = parseGwei(random.oneOf(['0', '100000', '250000']))
  const call = { abi: collectionFactoryAbi, functionName: 'setMintFee' } as const
  return {
    from: operator,
    to: factory,
    data: encodeFunctionData({ ...call, args: [fee] }),
  }
}

/** Terms of a public phase, mostly an open one; sometimes none. */
export function anyPhase({ random, now }: ScenarioContext): CreateParams['publicPhase'] {
  if (random.isLucky(8)) {
    return { price: 0n, start: 0, end: 0, walletLimit: 0, supplyCap: 0 }
  }
  return {
    price: random.oneOf([0n, ...prices]),
    start: random.isLucky(85) ? 1 : now + random.between(1, 10),
    end: random.isLucky(80) ? NEVER_ENDS : now + random.between(20, 200),
    walletLimit: random.oneOf([65_535, 65_535, 65_535, 60]),
    supplyCap: random.oneOf([0, 0, 0, 100, 700]),
  }
}

/** One to four payees who share everything. */
export function anyPayees({
  random,
  accounts,
}: ScenarioContext): CreateParams['payees'][number][] {
  const first = random.between(0, accounts.length - 1)
  const count = random.between(1, 4)
  return Array.from({ length: count }, (_, at) => ({
    account: accounts[(first + at) % accounts.length] ?? accounts[0],
    bps: at === 0 ? 10_000 - (count - 1) * 1000 : 1000,
  }))
}

function anyKind({ random }: ScenarioContext) {
  const kind = random.oneOf([0, 0, 0, 1, 2, 2])
  const isUncapped = kind === 1 || (kind === 2 && random.isLucky(50))
  return {
    kind,
    transferable: kind === 2 || random.isLucky(75),
    maxSupply: isUncapped ? 0 : random.oneOf([20, 150, 1000, 5000]),
  }
}

/** Plans a list of all accounts, with one of nine phase ids from `phaseId` on. */
function planList(
  context: ScenarioContext,
  collectionId: Hex,
  phaseId: number,
): PlannedList {
  const { random, accounts, model, chainId } = context
  const scope = { chainId, collectionId }
  const price = random.oneOf([0n, ...prices])
  const terms: ListTerms = {
    phaseId: phaseId + random.between(0, 8),
    start: 0,
    end: NEVER_ENDS,
    priceWei: 2n * price >= model.mintFee ? price : 0n,
    limit: random.oneOf([5, 30, 100]),
    phaseCap: random.isLucky(50) ? null : random.between(20, 100),
  }
  const packed = packTerms(terms)
  const tree = listTree(accounts.map((account) => listLeaf(scope, account, packed)))
  const entries = accounts.map((account) => {
    const proof = tree.proofOf(listLeaf(scope, account, packed)) ?? []
    return { account, priceWei: terms.priceWei, packed, proof }
  })
  return { root: tree.root, entries }
}
