import {
  type Address,
  encodeFunctionData,
  type Hex,
  keccak256,
  stringToHex,
  zeroAddress,
} from 'viem'
import { contractsAbi } from '../contract-logs.ts'
import { anyPayees, anyPhase } from './creations.ts'
import { anyOf, type Deed, type Use } from './scene.ts'
import type { Collection } from './world.ts'

export const setPaused: Use = (_, collection) =>
  byOwner(
    'setPaused',
    collection,
    encodeFunctionData({
      abi: contractsAbi,
      functionName: 'setPaused',
      args: [!collection.isPaused],
    }),
  )

export const setPublicPhase: Use = (scene, collection) =>
  byOwner(
    'setPublicPhase',
    collection,
    encodeFunctionData({
      abi: contractsAbi,
      functionName: 'setPublicPhase',
      args: [anyPhase(scene)],
    }),
  )

/** Anybody puts into force what was announced, once its time has come. */
export const applyAnnounced: Use = ({ random, people, now }, collection) => {
  const { phaseAt, capAt, payeesAt, address: to, plan } = collection
  const announced = [
    ['applyPublicPhase', phaseAt],
    ['applyCap', capAt],
    ['applyPayees', payeesAt],
  ] as const
  const due = announced.filter(([, at]) => at > 0n && at <= BigInt(now))
  const [functionName] = anyOf(random, due) ?? []
  if (!functionName) return undefined
  const data = encodeFunctionData({ abi: contractsAbi, functionName })
  const from = anyOf(random, people) ?? people[0]
  return { kind: functionName, from, to, data, about: plan.name }
}

export const addList: Use = ({ random, now }, collection) => {
  const list = anyOf(random, collection.plan.lists)
  if (!list) return undefined
  const notBefore = random.isLucky(80) ? 0 : now + random.between(1, 10)
  return byOwner(
    'addList',
    collection,
    encodeFunctionData({
      abi: contractsAbi,
      functionName: 'addList',
      args: [list.root, keccak256(stringToHex(`${list.root} ${now}`)), notBefore],
    }),
  )
}

export const removeList: Use = ({ random }, collection) => {
  const root = anyOf(random, [...collection.openLists])
  if (!root) return undefined
  const data = encodeFunctionData({
    abi: contractsAbi,
    functionName: 'removeList',
    args: [root],
  })
  return byOwner('removeList', collection, data)
}

export const lowerCap: Use = ({ random }, collection) => {
  const { minted, cap, isCapFrozen } = collection
  const least = Math.max(1, minted)
  if (isCapFrozen || least >= cap) return undefined
  const most = cap === Number.POSITIVE_INFINITY ? minted + 500 : cap - 1
  const data = encodeFunctionData({
    abi: contractsAbi,
    functionName: 'lowerCap',
    args: [BigInt(random.between(least, most))],
  })
  return byOwner('lowerCap', collection, data)
}

export const freezeCap: Use = (_, collection) => {
  if (collection.isCapFrozen) return undefined
  const data = encodeFunctionData({ abi: contractsAbi, functionName: 'freezeCap' })
  return byOwner('freezeCap', collection, data)
}

/** Reveals, moves or freezes the metadata, whichever may come next. */
export const changeMetadata: Use = ({ random, now }, collection) => {
  const { plan, isRevealed, isMetadataFrozen } = collection
  const isHidden = !isRevealed && BigInt(plan.params.provenanceHash) !== 0n
  const uri = stringToHex(`https://example.org/${plan.name}/${now}/`)
  const manifest = isRevealed || isMetadataFrozen ? plan.manifest : keccak256('0x')
  if (isHidden) {
    const data = encodeFunctionData({
      abi: contractsAbi,
      functionName: 'reveal',
      args: [uri, plan.manifest, plan.secret],
    })
    return byOwner('reveal', collection, data)
  }
  if (!isMetadataFrozen && random.isLucky(20)) {
    const data = encodeFunctionData({
      abi: contractsAbi,
      functionName: 'freezeMetadata',
      args: [plan.manifest],
    })
    return byOwner('freezeMetadata', collection, data)
  }
  const data = encodeFunctionData({
    abi: contractsAbi,
    functionName: 'setBaseUri',
    args: [uri, manifest],
  })
  return byOwner('setBaseUri', collection, data)
}

export const setContractUri: Use = ({ now }, collection) =>
  byOwner(
    'setContractUri',
    collection,
    encodeFunctionData({
      abi: contractsAbi,
      functionName: 'setContractUri',
      args: [stringToHex(`https://example.org/contract/${now}`)],
    }),
  )

export const setRoyalty: Use = ({ random }, collection) =>
  byOwner(
    'setRoyalty',
    collection,
    encodeFunctionData({
      abi: contractsAbi,
      functionName: 'setRoyalty',
      args: [BigInt(random.between(0, collection.plan.params.royaltyCeilingBps))],
    }),
  )

export const setPayees: Use = (scene, collection) =>
  byOwner(
    'setPayees',
    collection,
    encodeFunctionData({
      abi: contractsAbi,
      functionName: 'setPayees',
      args: [anyPayees(scene)],
    }),
  )

/** Ownership is offered, and taken by whom it was offered to. */
export const handOver: Use = ({ random, people }, collection) => {
  const { offeredTo, address: to, plan } = collection
  if (offeredTo !== zeroAddress) {
    const data = encodeFunctionData({
      abi: contractsAbi,
      functionName: 'acceptOwnership',
    })
    return { kind: 'acceptOwnership', from: offeredTo, to, data, about: plan.name }
  }
  const data = encodeFunctionData({
    abi: contractsAbi,
    functionName: 'transferOwnership',
    args: [anyOf(random, people) ?? people[0]],
  })
  return byOwner('transferOwnership', collection, data)
}

/** Anybody lets the collection pay somebody what it owes. */
export const release: Use = ({ random, people }, collection) => {
  const { creator, plan, address: to } = collection
  const payees = plan.params.payees.map(({ account }) => account)
  const owed: Address[] = payees.length > 0 ? payees : [creator]
  const account = random.isLucky(70) ? anyOf(random, owed) : anyOf(random, people)
  const data = encodeFunctionData({
    abi: contractsAbi,
    functionName: 'release',
    args: [account ?? creator],
  })
  return {
    kind: 'release',
    from: anyOf(random, people) ?? creator,
    to,
    data,
    about: plan.name,
  }
}

function byOwner(
  kind: string,
  { owner: from, address: to, plan }: Collection,
  data: Hex,
): Deed {
  return { kind, from, to, data, about: plan.name }
}
