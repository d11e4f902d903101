import {
  type Abi,
  type Address,
  encodeFunctionData,
  keccak256,
  stringToHex,
  zeroAddress,
} from 'viem'
import { contractsAbi } from '../contract-logs.ts'
import type { Collection, ScenarioContext, Sent } from './context.ts'
import { anyPayees, anyPhase, create, setMintFee } from './creations.ts'
import { spoofLog } from './spoofed-logs.ts'

/** A transaction for a collection; undefined when there is none of this kind now. */
type Action = (context: ScenarioContext, collection: Collection) => Sent | undefined

const MIN_COLLECTIONS = 4
const MAX_TRIES = 20
const MAX_MINT = 50

/**
 * Returns the next transaction. Some revert: the model lacks the state to predict it.
 */
export function nextTransaction(context: ScenarioContext): Sent {
  const { random, model } = context
  if (model.collections.size < MIN_COLLECTIONS || random.isLucky(7))
    return create(context)
  if (random.isLucky(1)) return setMintFee(context)
  if (random.isLucky(8)) return spoofLog(context)
  const collections = [...model.collections.values()]
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const collection = random.anyOf(collections)
    const sent = collection && random.anyOf(drawn)?.(context, collection)
    if (sent) return sent
  }
  return create(context)
}

const mint: Action = (context, collection) => {
  const quantity = quantityIn(context, collection)
  if (!isPublicOpen(context, collection) || quantity < 1) return undefined
  const value = costOf(collection, collection.phase.price, quantity)
  return call(collection, randomAccount(context), 'mint', [BigInt(quantity)], value)
}

/** Mints to another wallet, with a referrer, sometimes of more tokens than are left. */
const mintTo: Action = (context, collection) => {
  const { random } = context
  const left = collection.cap - collection.minted
  if (!isPublicOpen(context, collection) || left <= 0) return undefined
  const from = randomAccount(context)
  const to = random.isLucky(50) ? from : randomAccount(context)
  const isPartial = left < MAX_MINT && random.isLucky(70)
  const most = isPartial ? left + random.between(1, 5) : quantityIn(context, collection)
  const args = [to, 1n, BigInt(most), anyReferrer(context, collection, [from, to])]
  const value = costOf(collection, collection.phase.price, most)
  return call(collection, from, 'mintTo', args, value)
}

const mintAllowlist: Action = (context, collection) => {
  const { random } = context
  const entry = random.anyOf(random.anyOf(collection.plan.lists)?.entries ?? [])
  const left = collection.cap - collection.minted
  if (!entry || left <= 0) return undefined
  const { account: from, packed, proof, priceWei } = entry
  const quantity = Math.min(random.between(1, 5), left)
  const referrer = anyReferrer(context, collection, [from])
  const args =
    referrer === zeroAddress
      ? [BigInt(quantity), packed, proof]
      : [1n, BigInt(quantity), referrer, packed, proof]
  const value = costOf(collection, priceWei, quantity)
  return call(collection, from, 'mintAllowlist', args, value)
}

/** Gifts to some wallets; reverts where that is more than are left. */
const airdrop: Action = (context, collection) => {
  const { random } = context
  const most = random.isLucky(3) ? 90 : 8
  const recipients = Array.from({ length: random.between(1, 4) }, () =>
    randomAccount(context),
  )
  const quantities = recipients.map(() => BigInt(random.between(1, most)))
  return byOwner(collection, 'airdrop', recipients, quantities)
}

const transfer: Action = (context, collection) => {
  const { random } = context
  const [tokenId, from] = random.anyOf([...collection.tokens]) ?? []
  if (!from || !collection.plan.params.transferable) return undefined
  const to = random.isLucky(10) ? from : randomAccount(context)
  const name = random.isLucky(50) ? 'transferFrom' : 'safeTransferFrom'
  return call(collection, from, name, [from, to, tokenId])
}

/** Transfers copies alone or as a batch of two, possibly zero of them. */
const transferCopies: Action = (context, collection) => {
  const { random } = context
  const [from, held] = random.anyOf([...collection.copies]) ?? []
  if (!from) return undefined
  const to = random.isLucky(10) ? from : randomAccount(context)
  const value = BigInt(random.between(0, Number(held)))
  if (random.isLucky(50)) {
    return call(collection, from, 'safeTransferFrom', [from, to, 1n, value, '0x'])
  }
  const values = [value / 3n, value - value / 3n]
  return call(collection, from, 'safeBatchTransferFrom', [
    from,
    to,
    [1n, 1n],
    values,
    '0x',
  ])
}

const approve: Action = (context, collection) => {
  const { random } = context
  const [tokenId, from] = random.anyOf([...collection.tokens]) ?? []
  if (!from) return undefined
  return random.isLucky(50)
    ? call(collection, from, 'approve', [randomAccount(context), tokenId])
    : call(collection, from, 'setApprovalForAll', [
        randomAccount(context),
        random.isLucky(70),
      ])
}

const burn: Action = ({ random }, collection) => {
  const token = random.anyOf([...collection.tokens])
  const holder = random.anyOf([...collection.copies])
  const from = token?.[1] ?? holder?.[0]
  if (!from) return undefined
  const what = token?.[0] ?? BigInt(random.between(1, Number(holder?.[1])))
  return random.isLucky(50)
    ? call(collection, from, 'burn', [what])
    : call(collection, from, 'burnFrom', [from, what])
}

const changeList: Action = ({ random, now }, collection) => {
  const { root } = random.oneOf(collection.plan.lists)
  if (random.isLucky(30)) return byOwner(collection, 'removeList', root)
  const notBefore = random.isLucky(80) ? 0 : now + random.between(1, 10)
  const contentHash = keccak256(stringToHex(`${root} ${now}`))
  return byOwner(collection, 'addList', root, contentHash, notBefore)
}

const lowerCap: Action = ({ random }, collection) => {
  const { minted, cap } = collection
  const [least, most] = [Math.max(1, minted), Math.min(cap - 1, minted + 500)]
  if (least > most) return undefined
  return byOwner(collection, 'lowerCap', BigInt(random.between(least, most)))
}

const changeMetadata: Action = ({ random, now }, collection) => {
  const { manifest, secret } = collection.plan
  const uri = stringToHex(`https://example.org/${now}/`)
  return random.oneOf([
    byOwner(collection, 'reveal', uri, manifest, secret),
    byOwner(collection, 'setBaseUri', uri, manifest),
    byOwner(collection, 'setBaseUri', uri, keccak256('0x')),
    byOwner(collection, 'freezeMetadata', manifest),
    byOwner(collection, 'setContractUri', uri),
  ])
}

const handOver: Action = (context, collection) =>
  collection.offeredTo === zeroAddress
    ? byOwner(collection, 'transferOwnership', randomAccount(context))
    : call(collection, collection.offeredTo, 'acceptOwnership')

const release: Action = (context, collection) => {
  const { payees } = collection.plan.params
  const account = context.random.anyOf(payees)?.account ?? collection.owner
  return call(collection, randomAccount(context), 'release', [account])
}

/** Actions with their weights. */
const weights: readonly [number, Action][] = [
  [16, mint],
  [12, mintTo],
  [14, mintAllowlist],
  [6, airdrop],
  [14, transfer],
  [14, transferCopies],
  [3, approve],
  [6, burn],
  [3, ({ random }, one) => byOwner(one, 'setPaused', random.isLucky(30))],
  [4, (context, one) => byOwner(one, 'setPublicPhase', anyPhase(context))],
  // Puts an announced change into force; reverts unless one is due.
  [
    14,
    (context, one) => call(one, randomAccount(context), context.random.oneOf(announced)),
  ],
  [7, changeList],
  [2, lowerCap],
  [1, (_, one) => byOwner(one, 'freezeCap')],
  [4, changeMetadata],
  [2, ({ random }, one) => byOwner(one, 'setRoyalty', BigInt(random.between(0, 500)))],
  [2, (context, one) => byOwner(one, 'setPayees', anyPayees(context))],
  [4, handOver],
  [5, release],
]
const announced = ['applyPublicPhase', 'applyCap', 'applyPayees'] as const
const drawn = weights.flatMap(([weight, action]) => Array<Action>(weight).fill(action))

function call(
  { address: to }: Collection,
  from: Address,
  functionName: string,
  args: readonly unknown[] = [],
  value = 0n,
): Sent {
  // Safe: without its literal type; a wrong argument throws when it is encoded.
  const abi = contractsAbi as Abi
  return { from, to, data: encodeFunctionData({ abi, functionName, args }), value }
}

function byOwner(collection: Collection, name: string, ...args: unknown[]): Sent {
  return call(collection, collection.owner, name, args)
}

function randomAccount({ random, accounts }: ScenarioContext): Address {
  return random.oneOf(accounts)
}

function isPublicOpen({ now }: ScenarioContext, { phase }: Collection): boolean {
  return phase.start <= now && now + 20 < phase.end
}

function quantityIn(
  { random }: ScenarioContext,
  { cap, minted, phase }: Collection,
): number {
  const isLimited = phase.walletLimit < 1000 || phase.supplyCap > 0
  const most = Math.min(isLimited ? 4 : MAX_MINT, cap - minted)
  return Math.min(random.between(1, random.oneOf([2, 10, MAX_MINT])), most)
}

function costOf({ plan }: Collection, price: bigint, quantity: number): bigint {
  return (price + plan.params.mintFee) * BigInt(quantity)
}

function anyReferrer(
  context: ScenarioContext,
  { owner }: Collection,
  others: Address[],
): Address {
  const referrer = context.random.isLucky(35) ? randomAccount(context) : owner
  return referrer === owner || others.includes(referrer) ? zeroAddress : referrer
}
