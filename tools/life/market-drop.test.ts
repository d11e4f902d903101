import { dropCollectionAbi } from '@platemark/abi/drop-collection'
import {
  type Address,
  encodeFunctionData,
  erc721Abi,
  getContract,
  type Hex,
  keccak256,
  parseAbi,
  parseEventLogs,
  stringToHex,
  type TransactionReceipt,
  zeroAddress,
} from 'viem'
import { afterAll, describe, expect, test } from 'vitest'
import { marketAbi } from './market-abi.ts'
import { people } from './people.ts'
import {
  recordingContract,
  refusingContract,
  silentContract,
  wrongContract,
} from './small-contracts.ts'
import { openStage, plainParams, refusal } from './stage.ts'

const { creator, alice, ben, cleo, stranger } = people
const salt = keccak256(stringToHex('a drop on a market'))
const MAX_UINT = 2n ** 256n - 1n

const stage = await openStage()
const { client, mined } = stage
const { address } = await stage.create(creator, plainParams, salt)
const bound = await stage.create(creator, { ...plainParams, transferable: false }, salt)
/** As a market meets it, and as its creator and minters do. */
const token = getContract({ address, abi: erc721Abi, client })
const market = getContract({ address, abi: marketAbi, client })
const drop = getContract({ address, abi: dropCollectionAbi, client })
const soulbound = getContract({ ...bound, abi: dropCollectionAbi, client })
afterAll(() => stage.chain.stop())

async function mintThree(): Promise<[bigint, bigint, bigint]> {
  await mined(drop.write.mint([3n], { account: alice }))
  const { minted } = await drop.read.overview()
  return [minted - 2n, minted - 1n, minted]
}

function transfersIn({ logs }: TransactionReceipt) {
  return parseEventLogs({ abi: erc721Abi, eventName: 'Transfer', logs }).map(
    ({ args }) => args,
  )
}

async function stateOf(tokenId: bigint) {
  return {
    owner: await token.read.ownerOf([tokenId]),
    approved: await token.read.getApproved([tokenId]),
  }
}

describe('a drop, as a market meets it,', () => {
  test('names the interfaces it speaks, and no others', async () => {
    const speaks = async (id: Hex) => [
      await market.read.supportsInterface([id]),
      await soulbound.read.supportsInterface([id]),
    ]
    for (const id of [
      '0x01ffc9a7',
      '0x80ac58cd',
      '0x5b5e139f',
      '0x2a55205a',
      '0x49064906',
    ] as const) {
      expect(await speaks(id)).toEqual([true, true])
    }
    expect(await speaks('0xb45a3c0e')).toEqual([false, true])
    for (const id of ['0xffffffff', '0x780e9d63', '0xd9b67a26', '0x00000000'] as const) {
      expect(await speaks(id)).toEqual([false, false])
    }
  })

  test('tells its name, and whose the tokens are from the mint on', async () => {
    const before = await token.read.balanceOf([alice.address])
    const ids = await mintThree()
    expect(await token.read.name()).toBe('Tide Tables')
    expect(await token.read.symbol()).toBe('TIDE')
    expect(await token.read.balanceOf([alice.address])).toBe(before + 3n)
    for (const id of ids) {
      expect(await stateOf(id)).toEqual({ owner: alice.address, approved: zeroAddress })
    }
  })

  test('logs every token that is minted, to be found by its indexed topics', async () => {
    const ids = await mintThree()
    const fromBlock = await client.getBlockNumber({ cacheTime: 0 })
    const asked = { address, abi: erc721Abi, eventName: 'Transfer', fromBlock } as const
    const args = { from: zeroAddress, to: alice.address }
    const found = await client.getContractEvents({ ...asked, args })
    expect(found.map((log) => log.args)).toEqual(
      ids.map((tokenId) => ({ ...args, tokenId })),
    )
    expect(found.every(({ topics, data }) => topics.length === 4 && data === '0x')).toBe(
      true,
    )
    const [, middle] = ids
    const one = await client.getContractEvents({ ...asked, args: { tokenId: middle } })
    expect(one.map((log) => log.args)).toEqual([{ ...args, tokenId: middle }])
    const others = { ...asked, args: { to: ben.address } }
    expect(await client.getContractEvents(others)).toEqual([])
  })

  const toBen = (tokenId: bigint) => [alice.address, ben.address, tokenId] as const
  test.each<[string, (tokenId: bigint) => Promise<Hex>]>([
    ['its holder', (id) => token.write.transferFrom(toBen(id), { account: alice })],
    [
      'its holder, safely',
      (id) => token.write.safeTransferFrom(toBen(id), { account: alice }),
    ],
    [
      'its holder, safely with data',
      (id) => token.write.safeTransferFrom([...toBen(id), '0xabcd'], { account: alice }),
    ],
    [
      'who is approved for it',
      async (id) => {
        await mined(token.write.approve([stranger.address, id], { account: alice }))
        return token.write.transferFrom(toBen(id), { account: stranger })
      },
    ],
    [
      'an operator',
      async (id) => {
        await mined(
          token.write.setApprovalForAll([cleo.address, true], { account: alice }),
        )
        return token.write.safeTransferFrom(toBen(id), { account: cleo })
      },
    ],
  ])('a token is moved by %s', async (_, move) => {
    const ids = await mintThree()
    const [first, middle, last] = ids
    const [before, bens] = await Promise.all([
      token.read.balanceOf([alice.address]),
      token.read.balanceOf([ben.address]),
    ])
    for (const tokenId of [middle, first]) {
      expect(transfersIn(await mined(move(tokenId)))).toEqual([
        { from: alice.address, to: ben.address, tokenId },
      ])
      expect(await stateOf(tokenId)).toEqual({
        owner: ben.address,
        approved: zeroAddress,
      })
    }
    expect(await stateOf(last)).toEqual({ owner: alice.address, approved: zeroAddress })
    expect(await token.read.balanceOf([alice.address])).toBe(before - 2n)
    expect(await token.read.balanceOf([ben.address])).toBe(bens + 2n)
    await mined(token.write.setApprovalForAll([cleo.address, false], { account: alice }))
  })

  test('an approval is told, can be taken back, and ends with the next transfer', async () => {
    const [, tokenId] = await mintThree()
    const approve = (approved: Address) =>
      mined(token.write.approve([approved, tokenId], { account: alice }))
    const { logs } = await approve(stranger.address)
    expect(
      parseEventLogs({ abi: erc721Abi, logs }).map(({ eventName, args }) => [
        eventName,
        args,
      ]),
    ).toEqual([
      ['Approval', { owner: alice.address, spender: stranger.address, tokenId }],
    ])
    expect(await stateOf(tokenId)).toMatchObject({ approved: stranger.address })
    await approve(zeroAddress)
    const move = (from: Address) =>
      drop.simulate.transferFrom([from, cleo.address, tokenId], { account: stranger })
    expect(await refusal(move(alice.address))).toEqual(['NotAuthorized'])

    await approve(stranger.address)
    await mined(token.write.transferFrom(toBen(tokenId), { account: alice }))
    expect(await refusal(move(ben.address))).toEqual(['NotAuthorized'])
    // Not even when the token comes back.
    const back = [ben.address, alice.address, tokenId] as const
    await mined(token.write.transferFrom(back, { account: ben }))
    expect(await stateOf(tokenId)).toEqual({
      owner: alice.address,
      approved: zeroAddress,
    })
    expect(await refusal(move(alice.address))).toEqual(['NotAuthorized'])
  })

  test('an operator is told and asked, may approve, and can be dismissed', async () => {
    const [tokenId] = await mintThree()
    const appoint = (approved: boolean) =>
      mined(token.write.setApprovalForAll([cleo.address, approved], { account: alice }))
    const { logs } = await appoint(true)
    expect(parseEventLogs({ abi: erc721Abi, logs })).toMatchObject([
      {
        eventName: 'ApprovalForAll',
        args: { owner: alice.address, operator: cleo.address, approved: true },
      },
    ])
    const isAppointed = () => token.read.isApprovedForAll([alice.address, cleo.address])
    expect(await isAppointed()).toBe(true)
    await mined(token.write.approve([stranger.address, tokenId], { account: cleo }))
    expect(await stateOf(tokenId)).toMatchObject({ approved: stranger.address })
    await appoint(false)
    expect(await isAppointed()).toBe(false)
    const approve = drop.simulate.approve([cleo.address, tokenId], { account: cleo })
    expect(await refusal(approve)).toEqual(['NotAuthorized'])
  })

  test('a receiving contract is told who moved what from whom, with the data', async () => {
    const [first, second] = await mintThree()
    const cleos = [cleo.address, true] as const
    await mined(token.write.setApprovalForAll(cleos, { account: alice }))
    const receiver = await stage.install(recordingContract)
    for (const [tokenId, data] of [
      [first, '0x'],
      [second, '0x1234'],
    ] as const) {
      const move = [alice.address, receiver, tokenId, data] as const
      await mined(token.write.safeTransferFrom(move, { account: cleo }))
      const called = encodeFunctionData({
        abi: parseAbi([
          'function onERC721Received(address operator, address from, uint256 tokenId, bytes data)',
        ]),
        args: [cleo.address, alice.address, tokenId, data],
      })
      const kept = await client.getStorageAt({ address: receiver, slot: '0x0' })
      expect(kept).toBe(keccak256(called))
      expect(await token.read.ownerOf([tokenId])).toBe(receiver)
    }
    expect(await token.read.balanceOf([receiver])).toBe(2n)
  })

  test.each([
    ['reverts', refusingContract],
    ['answers something else', wrongContract],
    ['answers nothing', silentContract],
  ])(
    'a contract that %s gets no token safely, but one sent to it plainly',
    async (_, code) => {
      const [tokenId] = await mintThree()
      const to = await stage.install(code)
      const move = [alice.address, to, tokenId] as const
      const safely = drop.simulate.safeTransferFrom(move, { account: alice })
      expect(await refusal(safely)).toEqual(['NotReceived'])
      const withData = drop.simulate.safeTransferFrom([...move, '0x01'], {
        account: alice,
      })
      expect(await refusal(withData)).toEqual(['NotReceived'])
      await mined(token.write.transferFrom(move, { account: alice }))
      expect(await token.read.ownerOf([tokenId])).toBe(to)
    },
  )

  test('what cannot move is refused with the reason and its values', async () => {
    const [tokenId, other] = await mintThree()
    await mined(drop.write.burn([other], { account: alice }))
    const { minted } = await drop.read.overview()
    const move = (from: Address, to: Address, id: bigint) =>
      refusal(drop.simulate.transferFrom([from, to, id], { account: alice }))
    expect(await move(alice.address, zeroAddress, tokenId)).toEqual([
      'BadRecipient',
      zeroAddress,
    ])
    expect(await move(ben.address, cleo.address, tokenId)).toEqual(['NotAuthorized'])
    for (const none of [0n, other, minted + 1n, 2n ** 28n, 2n ** 200n, MAX_UINT]) {
      expect(await move(alice.address, ben.address, none)).toEqual(['NoToken', none])
      const asked = [
        drop.read.ownerOf([none]),
        drop.read.getApproved([none]),
        drop.read.tokenURI([none]),
        drop.simulate.approve([ben.address, none], { account: alice }),
        drop.simulate.burn([none], { account: alice }),
      ]
      expect(await Promise.all(asked.map(refusal))).toEqual(
        asked.map(() => ['NoToken', none]),
      )
    }
    expect(await refusal(drop.read.balanceOf([zeroAddress]))).toEqual([
      'BadRecipient',
      zeroAddress,
    ])
  })

  test('a burned token goes to nobody, with a log, and its neighbours stay', async () => {
    const [first, middle, last] = await mintThree()
    const burned = await mined(drop.write.burn([middle], { account: alice }))
    expect(transfersIn(burned)).toEqual([
      { from: alice.address, to: zeroAddress, tokenId: middle },
    ])
    const owners = await Promise.all([first, last].map((id) => token.read.ownerOf([id])))
    expect(owners).toEqual([alice.address, alice.address])
  })
})
