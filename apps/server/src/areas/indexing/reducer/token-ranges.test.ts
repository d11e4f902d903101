import { expect, test } from 'vitest'
import { InvalidLogError } from '../../../indexer/projection.ts'
import { type ChangeSet, emptyChangeSet } from './change-set.ts'
import { splitTransferred } from './token-ranges.ts'

const [ann, ben, cid] = ['0xa', '0xb', '0xc']

function toChangeSet(
  ranges: [first: number, quantity: number, owner: string][],
  moves: [tokenId: number, previousOwner: string, owner: string | null][],
): ChangeSet {
  const collection_id = 'one'
  const tokens = moves.map(([id, previousOwner, owner]) => {
    const token_id = String(id)
    return [token_id, { collection_id, token_id, previousOwner, owner }] as const
  })
  return {
    ...emptyChangeSet(),
    ranges: ranges.map(([first, quantity, owner]) => {
      return { collection_id, first_token_id: String(first), quantity, owner }
    }),
    tokens: new Map([[collection_id, new Map(tokens)]]),
  }
}

function settled(changes: ChangeSet) {
  const { ranges, others } = splitTransferred(changes)
  return {
    ranges: ranges.map(({ first_token_id, quantity, owner }) => [
      Number(first_token_id),
      quantity,
      owner,
    ]),
    others: others.map(({ token_id }) => Number(token_id)),
  }
}

test('ranges without transfers stay whole', () => {
  const changes = toChangeSet([[5, 3, ann]], [])
  expect(settled(changes)).toEqual({ ranges: [[5, 3, ann]], others: [] })
})

test('transferred tokens are ranges of their own, and burned ones are none', () => {
  const changes = toChangeSet(
    [
      [1, 5, ann],
      [6, 2, ben],
    ],
    [
      [7, ben, null],
      [3, ann, cid],
      [6, ben, ann],
    ],
  )
  expect(settled(changes).ranges).toEqual([
    [1, 2, ann],
    [3, 1, cid],
    [4, 2, ann],
    [6, 1, ann],
  ])
})

test('tokens of earlier ranges are left to the caller', () => {
  const changes = toChangeSet(
    [[10, 2, ann]],
    [
      [9, ben, cid],
      [11, ann, cid],
    ],
  )
  expect(settled(changes)).toEqual({
    ranges: [
      [10, 1, ann],
      [11, 1, cid],
    ],
    others: [9],
  })
})

test('a new token transferred by another owner is an invalid log', () => {
  expect(() => splitTransferred(toChangeSet([[1, 2, ann]], [[2, ben, cid]]))).toThrow(
    InvalidLogError,
  )
})
