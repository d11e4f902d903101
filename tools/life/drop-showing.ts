import { concat, keccak256, parseEventLogs, stringToHex } from 'viem'
import { expect, test } from 'vitest'
import { type DropLife, hiddenCid, idsIn, manifestHash, secret } from './drop-life.ts'
import { cidOf, readableCid } from './metadata.ts'
import { people } from './people.ts'
import { refusal } from './stage.ts'

const { creator, heir, stranger } = people
const MAX_UINT = 2n ** 256n - 1n

/** The reveal, the royalty and the owner: token 46. */
export function showingChapters({ drop, accounts }: DropLife) {
  const { did } = accounts
  const shownCid = cidOf('the folder of all metadata')
  const shown = concat([shownCid, stringToHex('/')])
  const byCreator = { account: creator }

  test('until the reveal all tokens show the same', async () => {
    const hidden = `ipfs://${readableCid(hiddenCid)}`
    expect(await drop.read.tokenURI([1n])).toBe(hidden)
    expect(await drop.read.tokenURI([45n])).toBe(hidden)
    expect(await drop.read.contractURI()).toBe('')
    expect(await drop.read.overview()).toMatchObject({ isRevealed: false })
    const early = [
      drop.simulate.setBaseUri([shown, manifestHash], byCreator),
      drop.simulate.freezeMetadata([manifestHash], byCreator),
    ]
    expect(await Promise.all(early.map(refusal))).toEqual([
      ['NotRevealed'],
      ['NotRevealed'],
    ])
  })

  test('only the committed secret reveals them, once', async () => {
    const wrong = keccak256(secret)
    expect(
      await refusal(drop.simulate.reveal([shown, manifestHash, wrong], byCreator)),
    ).toEqual(['BadReveal'])
    expect(
      await refusal(drop.simulate.reveal([shown, wrong, secret], byCreator)),
    ).toEqual(['BadReveal'])
    const receipt = await did(drop.write.reveal([shown, manifestHash, secret], byCreator))
    const baseUri = `ipfs://${readableCid(shownCid)}/`
    expect(parseEventLogs({ abi: drop.abi, logs: receipt.logs })).toMatchObject([
      { eventName: 'Revealed', args: { baseUri, manifestHash } },
      {
        eventName: 'BatchMetadataUpdate',
        args: { fromTokenId: 1n, toTokenId: MAX_UINT },
      },
    ])
    expect(await drop.read.tokenURI([7n])).toBe(`${baseUri}7`)
    expect(await drop.read.tokenURI([45n])).toBe(`${baseUri}45`)
    expect(await drop.read.contractURI()).toBe(`${baseUri}contract`)
    const again = drop.simulate.reveal([shown, manifestHash, secret], byCreator)
    expect(await refusal(again)).toEqual(['BadReveal'])
  })

  test('what is revealed can move, but stays what the manifest says', async () => {
    const moved = stringToHex('https://art.example/{address}/')
    const other = keccak256(manifestHash)
    expect(await refusal(drop.simulate.setBaseUri([moved, other], byCreator))).toEqual([
      'Frozen',
    ])
    expect(await refusal(drop.simulate.freezeMetadata([other], byCreator))).toEqual([
      'Frozen',
    ])
    await did(drop.write.setBaseUri([moved, manifestHash], byCreator))
    await did(drop.write.freezeMetadata([manifestHash], byCreator))
    const base = `https://art.example/${drop.address.toLowerCase()}/`
    expect(await drop.read.tokenURI([7n])).toBe(`${base}7`)

    expect(
      await refusal(drop.simulate.freezeMetadata([manifestHash], byCreator)),
    ).toEqual(['Frozen'])
    await did(drop.write.setBaseUri([shown, manifestHash], byCreator))
    expect(await drop.read.tokenURI([7n])).toBe(`ipfs://${readableCid(shownCid)}/7`)
    expect(await drop.read.overview()).toMatchObject({
      isRevealed: true,
      isMetadataFrozen: true,
      manifestHash,
    })
  })

  test('the royalty moves below its ceiling', async () => {
    expect(await drop.read.royaltyInfo([1n, 10_000n])).toEqual([creator.address, 500n])
    expect(await refusal(drop.simulate.setRoyalty([751n], byCreator))).toEqual([
      'BadRoyalty',
      750n,
    ])
    await did(drop.write.setRoyalty([750n], byCreator))
    expect(await drop.read.royaltyInfo([1n, 10_000n])).toEqual([creator.address, 750n])
    await did(drop.write.setRoyalty([0n], byCreator))
    expect(await drop.read.royaltyInfo([1n, 10_000n])).toEqual([creator.address, 0n])
    await did(drop.write.setRoyalty([333n], byCreator))
  })

  test('a new owner accepts, and has the rights and the royalty from then on', async () => {
    await did(drop.write.transferOwnership([heir.address], byCreator))
    expect(await drop.read.owner()).toBe(creator.address)
    const notOffered = drop.simulate.acceptOwnership({ account: stranger })
    expect(await refusal(notOffered)).toEqual(['NotPendingOwner'])
    await did(drop.write.acceptOwnership({ account: heir }))

    expect(await drop.read.owner()).toBe(heir.address)
    expect(await drop.read.royaltyInfo([1n, 10_000n])).toEqual([heir.address, 333n])
    expect(await refusal(drop.simulate.setRoyalty([0n], byCreator))).toEqual(['NotOwner'])
    const gift = await did(
      drop.write.airdrop([[creator.address], [1n]], { account: heir }),
    )
    expect(idsIn(gift)).toEqual([46])
    expect(await drop.read.creator()).toBe(creator.address)
  })
}
