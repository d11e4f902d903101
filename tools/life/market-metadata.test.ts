import { dropCollectionAbi } from '@platemark/abi/drop-collection'
import {
  concat,
  erc721Abi,
  getContract,
  type Hex,
  keccak256,
  parseEventLogs,
  stringToHex,
} from 'viem'
import { afterAll, describe, expect, test } from 'vitest'
import { marketAbi } from './market-abi.ts'
import { cidOf, readableCid } from './metadata.ts'
import { people } from './people.ts'
import { openStage, plainParams, refusal } from './stage.ts'

const { creator, alice, ben } = people
const salt = keccak256(stringToHex('a drop in a gallery'))
const manifest = keccak256(stringToHex('manifest'))
const MAX_UINT = 2n ** 256n - 1n
const byCreator = { account: creator }

const stage = await openStage()
const { client, mined } = stage
const params = {
  ...plainParams,
  royaltyBps: 725,
  baseUri: stringToHex('https://art.example/{address}/'),
}
const { address } = await stage.create(creator, params, salt)
const bound = await stage.create(creator, { ...params, transferable: false }, salt)
const token = getContract({ address, abi: erc721Abi, client })
const market = getContract({ address, abi: marketAbi, client })
const drop = getContract({ address, abi: dropCollectionAbi, client })
const soulbound = getContract({ ...bound, abi: dropCollectionAbi, client })
const path = address.toLowerCase()
await mined(drop.write.mint([3n], { account: alice }))
afterAll(() => stage.chain.stop())

describe('what a drop shows', () => {
  test('names its royalty for any price', async () => {
    expect(await market.read.royaltyInfo([1n, 10n ** 18n])).toEqual([
      creator.address,
      725n * 10n ** 14n,
    ])
    expect(await market.read.royaltyInfo([999n, 13n])).toEqual([creator.address, 0n])
  })

  test('is found at text in which the address is filled in', async () => {
    expect(await token.read.tokenURI([2n])).toBe(`https://art.example/${path}/2`)
    expect(await market.read.contractURI()).toBe(`https://art.example/${path}/contract`)
  })

  test('is found in a folder with a CID, which is told as a change of all metadata', async () => {
    const cid = cidOf('hello world')
    const readable = 'bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e'
    expect(readableCid(cid)).toBe(readable)
    const logs = await move(concat([cid, stringToHex('/art/')]))
    expect(parseEventLogs({ abi: marketAbi, logs })).toMatchObject([
      {
        eventName: 'BatchMetadataUpdate',
        args: { fromTokenId: 1n, toTokenId: MAX_UINT },
      },
    ])
    expect(await token.read.tokenURI([3n])).toBe(`ipfs://${readable}/art/3`)
    expect(await market.read.contractURI()).toBe(`ipfs://${readable}/art/contract`)
  })

  test('is the same for all tokens without a slash, and then has no page of its own', async () => {
    const cid = cidOf('one work')
    await move(cid)
    expect(await token.read.tokenURI([1n])).toBe(`ipfs://${readableCid(cid)}`)
    expect(await token.read.tokenURI([3n])).toBe(`ipfs://${readableCid(cid)}`)
    expect(await market.read.contractURI()).toBe('')
  })

  test('may have a page of its own, whose change is told', async () => {
    const own = stringToHex('ar://about/{address}')
    const { logs } = await mined(drop.write.setContractUri([own], byCreator))
    expect(parseEventLogs({ abi: marketAbi, logs })).toMatchObject([
      { eventName: 'ContractURIUpdated' },
    ])
    expect(await market.read.contractURI()).toBe(`ar://about/${path}`)
    const cid = cidOf('about this collection')
    await mined(drop.write.setContractUri([cid], byCreator))
    expect(await market.read.contractURI()).toBe(`ipfs://${readableCid(cid)}`)
  })
})

describe('soulbound tokens', () => {
  test('are locked from the mint on, right behind the transfer', async () => {
    const mint = await mined(soulbound.write.mint([3n], { account: alice }))
    const gift = await mined(
      soulbound.write.airdrop([[alice.address], [2n]], { account: creator }),
    )
    for (const [{ logs }, ids] of [
      [mint, [1n, 2n, 3n]],
      [gift, [4n, 5n]],
    ] as const) {
      const locked = parseEventLogs({ abi: marketAbi, eventName: 'Locked', logs })
      expect(locked.map(({ args }) => args.tokenId)).toEqual(ids)
      const moved = parseEventLogs({ abi: erc721Abi, eventName: 'Transfer', logs })
      expect(locked.map(({ logIndex }) => logIndex - 1)).toEqual(
        moved.map(({ logIndex }) => logIndex),
      )
    }
    expect(await soulbound.read.locked([5n])).toBe(true)
    expect(await refusal(soulbound.read.locked([6n]))).toEqual(['NoToken', 6n])
  })

  test('are moved by nobody, neither their holder nor an operator', async () => {
    await mined(soulbound.write.mint([1n], { account: alice }))
    const everything = [ben.address, true] as const
    await mined(soulbound.write.setApprovalForAll(everything, { account: alice }))
    const move = [alice.address, ben.address, 1n] as const
    for (const account of [alice, ben]) {
      const sent = [
        soulbound.simulate.transferFrom(move, { account }),
        soulbound.simulate.safeTransferFrom(move, { account }),
        soulbound.simulate.safeTransferFrom([...move, '0x'], { account }),
      ]
      expect(await Promise.all(sent.map(refusal))).toEqual(sent.map(() => ['Soulbound']))
    }
  })

  test('are the only ones that are locked or speak of it', async () => {
    const { logs } = await mined(drop.write.mint([2n], { account: alice }))
    expect(parseEventLogs({ abi: marketAbi, eventName: 'Locked', logs })).toEqual([])
    expect(await market.read.locked([1n])).toBe(false)
  })
})

/** Puts the metadata elsewhere; answers the logs. */
async function move(uri: Hex) {
  const { logs } = await mined(drop.write.setBaseUri([uri, manifest], byCreator))
  return logs
}
