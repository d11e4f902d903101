import {
  type CreateParams,
  computeCollectionId,
  decodeCreateParams,
} from '@platemark/abi/create-params'
import { dropCollectionAbi } from '@platemark/abi/drop-collection'
import { platformAbi } from '@platemark/abi/platform'
import { mintTotal } from '@platemark/rules/price'
import {
  concat,
  encodeAbiParameters,
  getAddress,
  getContract,
  keccak256,
  parseEventLogs,
  parseGwei,
  stringToHex,
  zeroAddress,
} from 'viem'
import { afterAll, describe, expect, test } from 'vitest'
import { never } from '../../apps/server/test/collections/launch.ts'
import { computeCid, formatCid } from './cid.ts'
import { accounts, plainParams, readRevert, startHarness } from './harness.ts'
import { publishList } from './publish-list.ts'
import { reconstructDrop } from './reconstruct.ts'

const { creator, alice, ben, cleo, stranger } = accounts
const rita = getAddress('0x00000000000000000000000000000000000a11ce')
const payee = getAddress('0x0000000000000000000000000000000000009a1e')
/** Not divisible by ten, so that shares of a tenth have fractions of a gwei. */
const mintFee = parseGwei('123457')
const listPrice = parseGwei('10000001')
const publicPrice = parseGwei('20000003')
const secret = keccak256(stringToHex('secret'))
const manifest = keccak256(stringToHex('manifest'))
const hidden = computeCid('before the reveal')
const shown = computeCid('the folder of all metadata')
const salt = keccak256(stringToHex('a drop from its creation to a balance of 0'))
const cost = (price: bigint, quantity: number) => mintTotal(price, mintFee, quantity)

const harness = await startHarness()
const { chain, client, factory, mined } = harness
const { platform, owner } = chain
await mined(factory.write.setMintFee([mintFee], { account: owner }))
const scope = {
  chainId: chain.id,
  collectionId: computeCollectionId(creator.address, salt),
}
const phase = { start: 1, end: never, phaseCap: null, limit: 3 }
const list = publishList(scope, [
  { account: alice.address, terms: { ...phase, phaseId: 0, priceWei: listPrice } },
  { account: ben.address, terms: { ...phase, phaseId: 9, priceWei: 0n } },
])
const params: CreateParams = {
  ...plainParams,
  maxSupply: 60,
  publicPhase: { ...plainParams.publicPhase, price: publicPrice, walletLimit: 6 },
  mintFee,
  royaltyBps: 500,
  payees: [
    { account: payee, bps: 6667 },
    { account: creator.address, bps: 3333 },
  ],
  baseUri: hidden,
  provenanceHash: keccak256(
    encodeAbiParameters([{ type: 'bytes32' }, { type: 'bytes32' }], [manifest, secret]),
  ),
  listRoot: list.root,
  listContentHash: list.contentHash,
}
const { address, created, receipt } = await harness.create(creator, params, salt)
const drop = getContract({ address, abi: dropCollectionAbi, client })
afterAll(() => chain.stop())

describe('a drop on a real chain', () => {
  test('logs all its terms at its creation', () => {
    const { listContentHash, ...rest } = params
    expect(decodeCreateParams(created.args.args)).toEqual(rest)
    const own = receipt.logs.filter((log) => getAddress(log.address) === address)
    expect(parseEventLogs({ abi: dropCollectionAbi, logs: own })).toMatchObject([
      {
        eventName: 'ListAdded',
        args: { root: list.root, contentHash: listContentHash },
      },
    ])
  })

  test('mints to the wallets of a list built by our packages, and to no other', async () => {
    const { packed, proof } = list.getProof(alice.address, 0)
    const value = cost(listPrice, 5)
    const before = await client.getBalance({ address: alice.address })
    // The wallet limit leaves three of five: the contract refunds the price of two.
    const { gasUsed, effectiveGasPrice } = await mined(
      drop.write.mintAllowlist([1n, 5n, zeroAddress, packed, proof], {
        account: alice,
        value,
      }),
    )
    const after = await client.getBalance({ address: alice.address })
    expect(before - after - gasUsed * effectiveGasPrice).toBe(cost(listPrice, 3))
    const ofBen = list.getProof(ben.address, 9)
    await mined(
      drop.write.mintAllowlist([2n, 2n, rita, ofBen.packed, ofBen.proof], {
        account: ben,
        value: cost(0n, 2),
      }),
    )
    const byOthers = drop.simulate.mintAllowlist([1n, packed, proof], {
      account: stranger,
      value: cost(listPrice, 1),
    })
    expect(await readRevert(byOthers)).toEqual(['BadProof'])
  })

  test('mints in its public phase for exactly the price that our packages compute', async () => {
    const paid = { account: cleo, value: cost(publicPrice, 2) }
    const short = { ...paid, value: paid.value - 1n }
    expect(await readRevert(drop.simulate.mint([2n], short))).toEqual([
      'WrongValue',
      short.value,
      paid.value,
    ])
    await mined(drop.write.mint([2n], paid))
    await mined(
      drop.write.mintTo([ben.address, 1n, 3n, rita], {
        account: cleo,
        value: cost(publicPrice, 3),
      }),
    )
    const free = { ...params.publicPhase, price: 0n }
    await mined(drop.write.setPublicPhase([free], { account: creator }))
    await mined(drop.write.mint([1n], { account: cleo, value: cost(0n, 1) }))
  })

  test('airdrops, transfers and burns tokens', async () => {
    await mined(drop.write.airdrop([[stranger.address], [2n]], { account: creator }))
    await mined(
      drop.write.transferFrom([alice.address, cleo.address, 2n], { account: alice }),
    )
    await mined(drop.write.burn([1n], { account: alice }))
    expect(await readRevert(drop.read.ownerOf([1n]))).toEqual(['NoToken', 1n])
    expect(await drop.read.overview()).toMatchObject({ minted: 13n, burned: 1n })
  })

  test('returns metadata URIs with CIDs in the form of gateways', async () => {
    expect(await drop.read.tokenURI([2n])).toBe(`ipfs://${formatCid(hidden)}`)
    const folder = concat([shown, stringToHex('/')])
    await mined(drop.write.reveal([folder, manifest, secret], { account: creator }))
    const base = `ipfs://${formatCid(shown)}/`
    expect(await drop.read.tokenURI([2n])).toBe(`${base}2`)
    expect(await drop.read.contractURI()).toBe(`${base}contract`)
  })

  test('is reconstructed from its logs alone: holders and balances owed', async () => {
    const fromLogs = await readLogs()
    expect(fromLogs.owners.size).toBe(13)
    for (const [tokenId, holder] of fromLogs.owners) {
      if (holder === zeroAddress) continue
      expect(await drop.read.ownerOf([tokenId])).toBe(holder)
    }
    // Without a fee recipient the platform's share stays in the collection.
    const platformWei = fromLogs.owed.get(platform) ?? 0n
    expect(platformWei).toBeGreaterThan(0n)
    expect(fromLogs.owed).toEqual(
      new Map([
        ...(await owedOnChain([...fromLogs.owed.keys()])),
        [platform, platformWei],
      ]),
    )
    const held = await client.getBalance({ address })
    expect([...fromLogs.owed.values()].reduce((sum, wei) => sum + wei, 0n)).toBe(held)
  })

  test('pays out all balances until nothing is left', async () => {
    const named = { address: platform, abi: platformAbi, client }
    await mined(
      getContract(named).write.setFeeRecipient([stranger.address], { account: owner }),
    )
    for (const account of (await readLogs()).owed.keys()) {
      await mined(drop.write.release([account], { account: stranger }))
    }
    expect([...(await readLogs()).owed.values()]).toEqual([0n, 0n, 0n, 0n])
    expect(await client.getBalance({ address })).toBe(0n)
  })
})

async function readLogs() {
  const logs = await client.getLogs({ address, fromBlock: 0n })
  return reconstructDrop(created.args, platform, logs)
}

async function owedOnChain(accounts: (typeof address)[]) {
  const read = async (account: typeof address) =>
    [account, await drop.read.owed([account])] as const
  return Promise.all(accounts.map(read))
}
