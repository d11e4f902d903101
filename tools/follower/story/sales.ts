import { type Address, encodeFunctionData, zeroAddress } from 'viem'
import { contractsAbi } from '../contract-logs.ts'
import { anyOf, type Deed, type Scene, type Use } from './scene.ts'
import type { Collection } from './world.ts'

/** The most that one transaction mints. */
const MOST = 50

export const mint: Use = (scene, collection) => {
  const { random } = scene
  const quantity = quantityIn(scene, collection)
  if (!isPublicOpen(scene, collection) || quantity === 0) return undefined
  return {
    kind: 'mint',
    from: anyOf(random, scene.people) ?? collection.owner,
    to: collection.address,
    data: encodeFunctionData({
      abi: contractsAbi,
      functionName: 'mint',
      args: [BigInt(quantity)],
    }),
    value: cost(collection, collection.phase.price, quantity),
    about: `${quantity} of ${collection.plan.name}`,
  }
}

/** To anybody, for anybody's credit, and sometimes more than there are left. */
export const mintTo: Use = (scene, collection) => {
  const { random } = scene
  const left = collection.cap - collection.minted
  if (!isPublicOpen(scene, collection) || left <= 0) return undefined
  const from = anyOf(random, scene.people) ?? collection.owner
  const to = random.isLucky(50) ? from : (anyOf(random, scene.people) ?? from)
  const isPartial = left < MOST && random.isLucky(70)
  const most = isPartial ? left + random.between(1, 5) : quantityIn(scene, collection)
  const referrer = anyReferrer(scene, collection, [from, to])
  return {
    kind: `mintTo${isPartial ? ' in part' : ''}${referrer === zeroAddress ? '' : ' by referral'}`,
    from,
    to: collection.address,
    data: encodeFunctionData({
      abi: contractsAbi,
      functionName: 'mintTo',
      args: [to, 1n, BigInt(most), referrer],
    }),
    value: cost(collection, collection.phase.price, most),
    about: `${most} of ${collection.plan.name}`,
  }
}

export const mintAllowlist: Use = (scene, collection) => {
  const { random } = scene
  const open = collection.plan.lists.filter(({ root }) => collection.openLists.has(root))
  const place = anyOf(random, anyOf(random, open)?.places ?? [])
  const left = collection.cap - collection.minted
  if (!place || collection.isPaused || left <= 0) return undefined
  const { account: from, packed, proof, priceWei } = place
  const quantity = Math.min(random.between(1, 5), left)
  const referrer = anyReferrer(scene, collection, [from])
  const args =
    referrer === zeroAddress
      ? ([BigInt(quantity), packed, proof] as const)
      : ([1n, BigInt(quantity), referrer, packed, proof] as const)
  return {
    kind: `mintAllowlist${referrer === zeroAddress ? '' : ' by referral'}`,
    from,
    to: collection.address,
    data: encodeFunctionData({ abi: contractsAbi, functionName: 'mintAllowlist', args }),
    value: cost(collection, priceWei, quantity),
    about: `${quantity} of ${collection.plan.name} in phase ${place.phaseId}`,
  }
}

/** Gifts of the owner, sometimes longer than a run of tokens. */
export const airdrop: Use = (scene, collection): Deed | undefined => {
  const { random } = scene
  const recipients: Address[] = []
  const quantities: bigint[] = []
  let left = collection.cap - collection.minted
  for (let count = random.between(1, 4); count > 0 && left > 0; count -= 1) {
    const most = random.isLucky(10) ? 90 : 8
    const quantity = Math.min(random.between(1, most), left)
    left -= quantity
    recipients.push(anyOf(random, scene.people) ?? collection.owner)
    quantities.push(BigInt(quantity))
  }
  if (recipients.length === 0) return undefined
  return {
    kind: 'airdrop',
    from: collection.owner,
    to: collection.address,
    data: encodeFunctionData({
      abi: contractsAbi,
      functionName: 'airdrop',
      args: [recipients, quantities],
    }),
    about: `${quantities.join(' + ')} of ${collection.plan.name}`,
  }
}

function isPublicOpen({ now }: Scene, { phase, isPaused }: Collection): boolean {
  return !isPaused && phase.start <= now && now + 20 < phase.end
}

function quantityIn({ random }: Scene, { cap, minted, phase }: Collection): number {
  const most = phase.walletLimit < 1000 || phase.supplyCap > 0 ? 4 : MOST
  return Math.min(
    random.between(1, random.oneOf([2, 10, most, most])),
    most,
    cap - minted,
  )
}

function cost({ plan }: Collection, price: bigint, quantity: number): bigint {
  return (price + plan.params.mintFee) * BigInt(quantity)
}

function anyReferrer(
  { random, people }: Scene,
  { creator }: Collection,
  others: Address[],
): Address {
  const referrer = random.isLucky(35) ? anyOf(random, people) : undefined
  if (!referrer || referrer === creator || others.includes(referrer)) return zeroAddress
  return referrer
}
