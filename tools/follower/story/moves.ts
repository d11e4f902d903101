import { type Address, encodeFunctionData, type Hex } from 'viem'
import { contractsAbi } from '../contract-logs.ts'
import { anyOf, type Deed, type Scene, type Use } from './scene.ts'
import type { Collection } from './world.ts'

export const transfer: Use = (scene, collection) => {
  const { random } = scene
  const token = anyToken(scene, collection)
  if (!token || !collection.plan.params.transferable) return undefined
  const [tokenId, from] = token
  // Now and then to the same wallet again.
  const to = random.isLucky(10) ? from : (anyOf(random, scene.people) ?? from)
  const data = encodeFunctionData({
    abi: contractsAbi,
    functionName: random.isLucky(50) ? 'transferFrom' : 'safeTransferFrom',
    args: [from, to, tokenId],
  })
  return deed('transfer', collection, from, data, `#${tokenId}`)
}

export const approve: Use = (scene, collection) => {
  const { random } = scene
  const token = anyToken(scene, collection)
  const person = anyOf(random, scene.people)
  if (!token || !person || !collection.plan.params.transferable) return undefined
  const [tokenId, from] = token
  const data = random.isLucky(50)
    ? encodeFunctionData({
        abi: contractsAbi,
        functionName: 'approve',
        args: [person, tokenId],
      })
    : encodeFunctionData({
        abi: contractsAbi,
        functionName: 'setApprovalForAll',
        args: [person, random.isLucky(70)],
      })
  return deed('approve', collection, from, data, `#${tokenId}`)
}

export const burn: Use = (scene, collection) => {
  const { random } = scene
  const token = anyToken(scene, collection)
  const holder = anyHolder(scene, collection)
  if (!token && !holder) return undefined
  const [from, what] = token
    ? [token[1], token[0]]
    : [holder?.[0] ?? collection.owner, BigInt(random.between(1, Number(holder?.[1])))]
  const data = random.isLucky(50)
    ? encodeFunctionData({ abi: contractsAbi, functionName: 'burn', args: [what] })
    : encodeFunctionData({
        abi: contractsAbi,
        functionName: 'burnFrom',
        args: [from, what],
      })
  return deed('burn', collection, from, data, token ? `#${what}` : `${what}`)
}

/** Copies move alone or as a batch of entries, also none of them. */
export const transferCopies: Use = (scene, collection) => {
  const { random } = scene
  const holder = anyHolder(scene, collection)
  if (!holder) return undefined
  const [from, held] = holder
  const to = random.isLucky(10) ? from : (anyOf(random, scene.people) ?? from)
  const value = BigInt(random.between(0, Number(held)))
  if (random.isLucky(50)) {
    const data = encodeFunctionData({
      abi: contractsAbi,
      functionName: 'safeTransferFrom',
      args: [from, to, 1n, value, '0x'],
    })
    return deed('transfer of copies', collection, from, data, `${value}`)
  }
  const part = value / 3n
  const data = encodeFunctionData({
    abi: contractsAbi,
    functionName: 'safeBatchTransferFrom',
    args: [from, to, [1n, 1n], [part, value - part], '0x'],
  })
  return deed('batch transfer', collection, from, data, `${part} + ${value - part}`)
}

function anyToken({ random }: Scene, { tokens }: Collection) {
  return anyOf(random, [...tokens])
}

function anyHolder({ random }: Scene, { copies }: Collection) {
  return anyOf(random, [...copies])
}

function deed(
  kind: string,
  { address: to, plan }: Collection,
  from: Address,
  data: Hex,
  what: string,
): Deed {
  return { kind, from, to, data, about: `${what} of ${plan.name}` }
}
