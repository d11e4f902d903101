import { collectionAbi } from '@platemark/abi/collection'
import {
  type Address,
  erc721Abi,
  erc1155Abi,
  getContract,
  keccak256,
  parseAbi,
  parseEventLogs,
  stringToHex,
  zeroAddress,
} from 'viem'
import { afterAll, expect, test } from 'vitest'
import { accounts, plainParams, readRevert, startHarness } from './harness.ts'

/** Functions and events that marketplaces use beside ERC-721 and ERC-1155; none is ours. */
const marketAbi = parseAbi([
  'function supportsInterface(bytes4 id) view returns (bool)',
  'function royaltyInfo(uint256 tokenId, uint256 salePrice) view returns (address receiver, uint256 amount)',
  'function contractURI() view returns (string)',
  'function uri(uint256 id) view returns (string)',
  'event Locked(uint256 tokenId)',
])

const { creator, alice, ben, cleo } = accounts
const salt = keccak256(stringToHex('a collection on a market'))
const harness = await startHarness()
const { client, mined } = harness
const params = {
  ...plainParams,
  royaltyBps: 725,
  baseUri: stringToHex('https://art.example/{address}/'),
}
afterAll(() => harness.chain.stop())

test("viem's ERC-721 reads, moves and decodes a soulbound and a transferable drop", async () => {
  const { address } = await harness.create(creator, params, salt)
  const token = getContract({ address, abi: erc721Abi, client })
  const drop = getContract({ address, abi: collectionAbi, client })
  const minted = await mined(drop.write.mint([3n], { account: alice }))
  await expectSharedReads(address, [1n, `https://art.example/${address.toLowerCase()}/`])
  const name = [await token.read.name(), await token.read.symbol()]
  expect(name).toEqual([params.name, params.symbol])
  expect(await token.read.tokenURI([2n])).toMatch(/^https:.*\/2$/)
  // A node filters by indexed topics.
  const found = await client.getContractEvents({
    address,
    abi: erc721Abi,
    eventName: 'Transfer',
    args: { from: zeroAddress, to: alice.address, tokenId: 2n },
    fromBlock: minted.blockNumber,
  })
  expect(found.map(({ args }) => args.tokenId)).toEqual([2n])

  await mined(token.write.setApprovalForAll([cleo.address, true], { account: alice }))
  await mined(token.write.approve([ben.address, 1n], { account: cleo }))
  expect(await token.read.getApproved([1n])).toBe(ben.address)
  const move = [alice.address, ben.address, 1n] as const
  const { logs } = await mined(
    token.write.safeTransferFrom([...move, '0xabcd'], { account: ben }),
  )
  expect(parseEventLogs({ abi: erc721Abi, logs })).toMatchObject([
    {
      eventName: 'Transfer',
      args: { from: alice.address, to: ben.address, tokenId: 1n },
    },
  ])
  expect(await token.read.ownerOf([1n])).toBe(ben.address)

  const bound = await harness.create(creator, { ...params, transferable: false }, salt)
  const soulbound = getContract({ address: bound.address, abi: collectionAbi, client })
  const locked = await mined(soulbound.write.mint([1n], { account: alice }))
  expect(parseEventLogs({ abi: marketAbi, logs: locked.logs })).toMatchObject([
    { eventName: 'Locked', args: { tokenId: 1n } },
  ])
})

test("viem's ERC-1155 reads, moves and decodes an edition", async () => {
  const { address } = await harness.create(
    creator,
    { ...params, kind: 2, maxSupply: 0 },
    salt,
  )
  const token = getContract({ address, abi: erc1155Abi, client })
  const edition = getContract({ address, abi: collectionAbi, client })
  await mined(edition.write.mint([10n], { account: alice }))
  await expectSharedReads(address, [1n, `https://art.example/${address.toLowerCase()}/`])
  const market = getContract({ address, abi: marketAbi, client })
  expect(await market.read.uri([1n])).toMatch(/^https:.*\/1$/)

  const values = [2n, 0n, 5n]
  const batch = [alice.address, ben.address, [1n, 1n, 1n], values, '0x'] as const
  const { logs } = await mined(
    token.write.safeBatchTransferFrom(batch, { account: alice }),
  )
  expect(parseEventLogs({ abi: erc1155Abi, logs })).toMatchObject([
    {
      eventName: 'TransferBatch',
      args: { from: alice.address, to: ben.address, values },
    },
  ])
  const accounts = [alice.address, ben.address]
  expect(await token.read.balanceOfBatch([accounts, [1n, 1n]])).toEqual([3n, 7n])
})

test('custom errors decode by our ABI with their values', async () => {
  const { address } = await harness.create(creator, { ...params, maxSupply: 1 }, salt)
  const drop = getContract({ address, abi: collectionAbi, client })
  await mined(drop.write.mint([1n], { account: alice }))
  const more = drop.simulate.mint([1n], { account: alice })
  expect(await readRevert(more)).toEqual(['SoldOut', 0n])
  const notHers = drop.simulate.setRoyalty([0n], { account: alice })
  expect(await readRevert(notHers)).toEqual(['NotOwner'])
})

async function expectSharedReads(address: Address, [id, base]: [bigint, string]) {
  const market = getContract({ address, abi: marketAbi, client })
  expect(await market.read.royaltyInfo([id, 10_000n])).toEqual([creator.address, 725n])
  expect(await market.read.contractURI()).toBe(`${base}contract`)
  expect(await market.read.supportsInterface(['0x2a55205a'])).toBe(true)
}
