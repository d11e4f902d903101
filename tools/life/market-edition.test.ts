import { editionCollectionAbi } from '@platemark/abi/edition-collection'
import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  erc1155Abi,
  getContract,
  type Hex,
  keccak256,
  parseAbi,
  parseEventLogs,
  stringToHex,
  type TransactionReceipt,
  zeroAddress,
  zeroHash,
} from 'viem'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
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
const salt = keccak256(stringToHex('an edition on a market'))

/** What receiving contracts are asked. */
const receiverAbi = parseAbi([
  'function onERC1155Received(address operator, address from, uint256 id, uint256 value, bytes data)',
  'function onERC1155BatchReceived(address operator, address from, uint256[] ids, uint256[] values, bytes data)',
])

const stage = await openStage()
const { client, mined } = stage
const manifest = keccak256(stringToHex('manifest'))
const { address } = await stage.create(
  creator,
  {
    ...plainParams,
    kind: 2,
    maxSupply: 0,
    royaltyBps: 250,
    baseUri: stringToHex('https://art.example/{address}/'),
    provenanceHash: keccak256(
      encodeAbiParameters(
        [{ type: 'bytes32' }, { type: 'bytes32' }],
        [manifest, zeroHash],
      ),
    ),
  },
  salt,
)
const token = getContract({ address, abi: erc1155Abi, client })
const market = getContract({ address, abi: marketAbi, client })
const edition = getContract({ address, abi: editionCollectionAbi, client })
const byAlice = { account: alice }
let fresh: Hex

beforeEach(async () => {
  if (fresh) await client.revert({ id: fresh })
  fresh = await client.snapshot()
})
afterAll(() => stage.chain.stop())

const balancesOf = (...accounts: Address[]) =>
  token.read.balanceOfBatch([accounts, accounts.map(() => 1n)])

/** Ten copies for Alice. */
function mintTen(): Promise<TransactionReceipt> {
  return mined(edition.write.mint([10n], byAlice))
}

/** Lets Cleo move what is Alice's, or no longer. */
function appoint(approved: boolean): Promise<TransactionReceipt> {
  return mined(token.write.setApprovalForAll([cleo.address, approved], byAlice))
}

function eventsIn({ logs }: TransactionReceipt) {
  return parseEventLogs({ abi: erc1155Abi, logs }).map(({ eventName, args, topics }) => ({
    eventName,
    args,
    topics: topics.length,
  }))
}

describe('an edition, as a market meets it,', () => {
  test('names the interfaces it speaks, and no others', async () => {
    const speaks = (id: Hex) => market.read.supportsInterface([id])
    const spoken = ['0x01ffc9a7', '0xd9b67a26', '0x0e89341c', '0x2a55205a'] as const
    expect(await Promise.all(spoken.map(speaks))).toEqual(spoken.map(() => true))
    const others = ['0xffffffff', '0x80ac58cd', '0xb45a3c0e', '0x00000000'] as const
    expect(await Promise.all(others.map(speaks))).toEqual(others.map(() => false))
  })

  test('logs a mint once, however many copies it brings', async () => {
    const minted = await mintTen()
    const args = {
      operator: alice.address,
      from: zeroAddress,
      to: alice.address,
      id: 1n,
      value: 10n,
    }
    expect(eventsIn(minted)).toEqual([{ eventName: 'TransferSingle', args, topics: 4 }])
    const fromBlock = minted.blockNumber
    const asked = { address, abi: erc1155Abi, fromBlock } as const
    const { operator, from, to } = args
    const found = await client.getContractEvents({
      ...asked,
      eventName: 'TransferSingle',
      args: { operator, from, to },
    })
    expect(found.map((log) => log.args)).toEqual([args])

    const gift = await mined(
      edition.write.airdrop([[ben.address], [7n]], { account: creator }),
    )
    expect(eventsIn(gift)).toMatchObject([
      { args: { operator: creator.address, to: ben.address, value: 7n } },
    ])
  })

  test('answers for many balances at once, and nothing for tokens there are not', async () => {
    await mintTen()
    const accounts = [alice.address, ben.address, alice.address, zeroAddress]
    expect(await token.read.balanceOfBatch([accounts, [1n, 1n, 2n, 1n]])).toEqual([
      10n,
      0n,
      0n,
      0n,
    ])
    expect(await token.read.balanceOf([alice.address, 1n])).toBe(10n)
    expect(await token.read.balanceOfBatch([[], []])).toEqual([])
    const uneven = edition.read.balanceOfBatch([[alice.address], [1n, 1n]])
    expect(await refusal(uneven)).toEqual(['LengthMismatch'])
  })

  test('copies move by their holder and by an operator, to others and to oneself', async () => {
    await mintTen()
    const move = [alice.address, ben.address, 1n, 4n, '0x'] as const
    const moved = await mined(token.write.safeTransferFrom(move, byAlice))
    expect(eventsIn(moved)).toEqual([
      {
        eventName: 'TransferSingle',
        args: {
          operator: alice.address,
          from: alice.address,
          to: ben.address,
          id: 1n,
          value: 4n,
        },
        topics: 4,
      },
    ])
    const sneaked = edition.simulate.safeTransferFrom(move, { account: cleo })
    expect(await refusal(sneaked)).toEqual(['NotAuthorized'])
    expect(eventsIn(await appoint(true))).toEqual([
      {
        eventName: 'ApprovalForAll',
        args: { account: alice.address, operator: cleo.address, approved: true },
        topics: 3,
      },
    ])
    expect(await token.read.isApprovedForAll([alice.address, cleo.address])).toBe(true)
    const byOperator = await mined(token.write.safeTransferFrom(move, { account: cleo }))
    expect(eventsIn(byOperator)).toMatchObject([
      { args: { operator: cleo.address, from: alice.address, to: ben.address } },
    ])
    const toHerself = [alice.address, alice.address, 1n, 2n, '0x'] as const
    await mined(token.write.safeTransferFrom(toHerself, { account: cleo }))
    expect(await balancesOf(alice.address, ben.address)).toEqual([2n, 8n])

    await appoint(false)
    const dismissed = edition.simulate.safeTransferFrom(move, { account: cleo })
    expect(await refusal(dismissed)).toEqual(['NotAuthorized'])
  })

  test('a batch of entries moves in one, with one log', async () => {
    await mintTen()
    await appoint(true)
    const ids = [1n, 1n, 1n]
    const values = [2n, 0n, 5n]
    const moved = await mined(
      token.write.safeBatchTransferFrom([alice.address, ben.address, ids, values, '0x'], {
        account: cleo,
      }),
    )
    expect(eventsIn(moved)).toEqual([
      {
        eventName: 'TransferBatch',
        args: {
          operator: cleo.address,
          from: alice.address,
          to: ben.address,
          ids,
          values,
        },
        topics: 4,
      },
    ])
    expect(await balancesOf(alice.address, ben.address)).toEqual([3n, 7n])
  })

  test('a receiving contract is told what it gets, one by one and in a batch', async () => {
    await mintTen()
    await appoint(true)
    const receiver = await stage.install(recordingContract)
    const kept = () => client.getStorageAt({ address: receiver, slot: '0x0' })
    const single = [1n, 3n, '0x1234'] as const
    await mined(
      token.write.safeTransferFrom([alice.address, receiver, ...single], {
        account: cleo,
      }),
    )
    const told = encodeFunctionData({
      abi: receiverAbi,
      functionName: 'onERC1155Received',
      args: [cleo.address, alice.address, ...single],
    })
    expect(await kept()).toBe(keccak256(told))

    const batch = [[1n, 1n], [1n, 2n], '0xab'] as const
    await mined(
      token.write.safeBatchTransferFrom([alice.address, receiver, ...batch], {
        account: cleo,
      }),
    )
    const toldBatch = encodeFunctionData({
      abi: receiverAbi,
      functionName: 'onERC1155BatchReceived',
      args: [cleo.address, alice.address, ...batch],
    })
    expect(await kept()).toBe(keccak256(toldBatch))
    expect(await balancesOf(alice.address, receiver)).toEqual([4n, 6n])
  })

  test.each([
    ['reverts', refusingContract],
    ['answers something else', wrongContract],
    ['answers nothing', silentContract],
  ])('a contract that %s gets no copies', async (_, code) => {
    await mintTen()
    const to = await stage.install(code)
    const single = [alice.address, to, 1n, 1n, '0x'] as const
    const batch = [alice.address, to, [1n], [1n], '0x'] as const
    expect(await refusal(edition.simulate.safeTransferFrom(single, byAlice))).toEqual([
      'NotReceived',
    ])
    expect(await refusal(edition.simulate.safeBatchTransferFrom(batch, byAlice))).toEqual(
      ['NotReceived'],
    )
  })

  test('what cannot move is refused with the reason and its values', async () => {
    await mintTen()
    const move = (to: Address, id: bigint, value: bigint, account = alice) =>
      refusal(
        edition.simulate.safeTransferFrom([alice.address, to, id, value, '0x'], {
          account,
        }),
      )
    expect(await move(ben.address, 1n, 11n)).toEqual(['BalanceTooLow', 10n])
    expect(await move(ben.address, 2n, 1n)).toEqual(['NoToken', 2n])
    expect(await move(zeroAddress, 1n, 1n)).toEqual(['BadRecipient', zeroAddress])
    expect(await move(ben.address, 1n, 1n, stranger)).toEqual(['NotAuthorized'])

    const batch = (ids: bigint[], values: bigint[]) => {
      const args = [alice.address, ben.address, ids, values, '0x'] as const
      return refusal(edition.simulate.safeBatchTransferFrom(args, byAlice))
    }
    expect(await batch([1n, 1n], [6n, 5n])).toEqual(['BalanceTooLow', 4n])
    expect(await batch([1n, 0n], [1n, 1n])).toEqual(['NoToken', 0n])
    expect(await batch([1n], [1n, 1n])).toEqual(['LengthMismatch'])
    expect(await refusal(edition.simulate.burn([11n], byAlice))).toEqual([
      'BalanceTooLow',
      10n,
    ])
    const notHis = edition.simulate.burnFrom([alice.address, 1n], { account: ben })
    expect(await refusal(notHis)).toEqual(['NotAuthorized'])
  })

  test('burned copies go to nobody, with a log', async () => {
    await mintTen()
    const burned = await mined(edition.write.burn([4n], byAlice))
    const args = { from: alice.address, to: zeroAddress, id: 1n, value: 4n }
    expect(eventsIn(burned)).toMatchObject([
      { eventName: 'TransferSingle', args: { ...args, operator: alice.address } },
    ])
    await appoint(true)
    const other = await mined(
      edition.write.burnFrom([alice.address, 1n], { account: cleo }),
    )
    expect(eventsIn(other)).toMatchObject([
      { args: { ...args, operator: cleo.address, value: 1n } },
    ])
    expect(await balancesOf(alice.address)).toEqual([5n])
    expect(await edition.read.totalSupply()).toBe(5n)
  })

  test('the royalty is told for any price', async () => {
    expect(await market.read.royaltyInfo([1n, 10n ** 18n])).toEqual([
      creator.address,
      25n * 10n ** 15n,
    ])
  })

  test('its reveal is told as a change of the URI of its one token', async () => {
    const hidden = `https://art.example/${address.toLowerCase()}/`
    expect(await market.read.uri([1n])).toBe(`${hidden}1`)
    expect(await market.read.contractURI()).toBe(`${hidden}contract`)
    expect(await refusal(edition.read.uri([2n]))).toEqual(['NoToken', 2n])

    const shown = stringToHex('ipfs://folder/{address}/')
    const { logs } = await mined(
      edition.write.reveal([shown, manifest, zeroHash], { account: creator }),
    )
    const value = `ipfs://folder/${address.toLowerCase()}/1`
    const told = parseEventLogs({ abi: marketAbi, logs })
    expect(told).toMatchObject([{ eventName: 'URI', args: { value, id: 1n } }])
    expect(told[0]?.topics).toHaveLength(2)
    expect(await market.read.uri([1n])).toBe(value)
  })
})
