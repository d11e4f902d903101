import { zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import type { DropLife } from './drop-life.ts'
import { people } from './people.ts'
import { refusingContract, takingContract } from './small-contracts.ts'
import { refusal } from './stage.ts'

const { heir, alice, ben, cleo, dora, stranger } = people

/** Tokens change hands in every way. */
export function movingChapters({ drop, stage, accounts }: DropLife) {
  const { did } = accounts
  const ownersOf = (ids: bigint[]) =>
    Promise.all(ids.map((tokenId) => drop.read.ownerOf([tokenId])))

  test('a token leaves a run and its neighbours stay', async () => {
    const move = [alice.address, dora.address, 2n] as const
    await did(drop.write.transferFrom(move, { account: alice }))
    expect(await ownersOf([1n, 2n, 3n])).toEqual([
      alice.address,
      dora.address,
      alice.address,
    ])
    const again = drop.simulate.transferFrom(move, { account: alice })
    expect(await refusal(again)).toEqual(['NotAuthorized'])
  })

  test('a safe transfer asks the contract that is to receive', async () => {
    const taking = await stage.install(takingContract)
    const refusing = await stage.install(refusingContract)
    await did(drop.write.safeTransferFrom([cleo.address, taking, 18n], { account: cleo }))
    const refused = drop.simulate.safeTransferFrom(
      [cleo.address, refusing, 19n, '0x01'],
      {
        account: cleo,
      },
    )
    expect(await refusal(refused)).toEqual(['NotReceived'])
    await did(
      drop.write.safeTransferFrom([cleo.address, dora.address, 19n, '0x01'], {
        account: cleo,
      }),
    )
    expect(await ownersOf([18n, 19n, 20n])).toEqual([taking, dora.address, cleo.address])
  })

  test('operators and approved accounts move tokens for their holders', async () => {
    await did(drop.write.setApprovalForAll([stranger.address, true], { account: ben }))
    await did(drop.write.approve([heir.address, 16n], { account: ben }))
    // The first token of a run leaves the rest of it to the second.
    await did(
      drop.write.transferFrom([ben.address, dora.address, 15n], { account: stranger }),
    )
    await did(
      drop.write.transferFrom([ben.address, heir.address, 16n], { account: heir }),
    )
    expect(await ownersOf([15n, 16n, 17n])).toEqual([
      dora.address,
      heir.address,
      ben.address,
    ])
    expect(await drop.read.getApproved([16n])).toBe(zeroAddress)
    const notTheirs = drop.simulate.transferFrom([alice.address, heir.address, 1n], {
      account: heir,
    })
    expect(await refusal(notTheirs)).toEqual(['NotAuthorized'])
  })

  test('burned tokens are gone, and count as minted still', async () => {
    await did(drop.write.burn([11n], { account: alice }))
    await did(drop.write.burnFrom([ben.address, 17n], { account: stranger }))
    for (const tokenId of [11n, 17n]) {
      expect(await refusal(drop.read.ownerOf([tokenId]))).toEqual(['NoToken', tokenId])
    }
    expect(await drop.read.ownerOf([12n])).toBe(alice.address)
    expect(await drop.read.totalSupply()).toBe(44n)
    expect(await drop.read.overview()).toMatchObject({ minted: 46n, burned: 2n })
  })
}
