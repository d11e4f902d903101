import { getLeaderboard } from '@platemark/api/campaigns'
import { describe, expect, test } from 'vitest'
import { readBoardPlace, writeBoardPlace } from './board-query.ts'
import { describeAge } from './describe-age.ts'
import { listBehind } from './list-behind.ts'
import { listTiedRanks } from './list-tied-ranks.ts'
import { renewOwnRow } from './renew-own-row.ts'

describe('the place on a board', () => {
  test('is that of the URL, and of the first page for what the server would refuse', () => {
    expect(readBoardPlace({ team: 'burin', page: '3' })).toEqual({
      ...{ board: 'members', team: 'burin', page: 3 },
    })
    expect(readBoardPlace({ board: 'teams', team: 'burin' }).team).toBeNull()
    for (const page of ['0', '-1', 'x', '1e9', '99999999']) {
      expect(readBoardPlace({ page }).page).toBe(1)
    }
    expect(readBoardPlace({ board: 'all', team: '../x' })).toEqual({
      ...{ board: 'members', team: null, page: 1 },
    })
  })

  test('is written without what is usual, and as the call takes it', () => {
    expect(writeBoardPlace({ board: 'members', team: null, page: 1 })).toEqual({})
    const written = writeBoardPlace({ board: 'members', team: 'burin', page: 2 })
    expect(getLeaderboard.query.safeParse(written).success).toBe(true)
    expect(readBoardPlace(written)).toEqual({ board: 'members', team: 'burin', page: 2 })
  })
})

test('the age of a snapshot is counted in seconds, minutes and hours', () => {
  const at = '2026-02-11T12:00:00.000Z'
  const after = (seconds: number) => describeAge(at, Date.parse(at) + seconds * 1000)
  expect([1, 12, 119, 120, 7_300].map(after)).toEqual([
    'Updated 1 second ago.',
    'Updated 12 seconds ago.',
    'Updated 119 seconds ago.',
    'Updated 2 minutes ago.',
    'Updated 2 hours ago.',
  ])
  expect(after(-5)).toBe('Updated 0 seconds ago.')
  expect(describeAge(null, 0)).toBe('Not counted yet.')
  expect(describeAge(at, undefined)).toBe('')
})

test('the own row has the points of a new entry that its snapshot does not count yet', () => {
  const address = `0x${'1'.repeat(40)}` as const
  const row = {
    ...{ address, name: null, avatar_url: null, team: 'burin', reason: null },
    ...{ position: null, rank: null, team_position: null, points: 0, stamps: 0 },
    ...{ last_credit_at: null, status: 'active' as const },
  }
  const none = { position: null, team_position: null, points: 0, stamps: [] }
  const counted = { ...none, position: 16, team_position: 4, points: 25 }
  const renewed = { position: 16, team_position: 4, points: 25 }
  expect(renewOwnRow(row, counted)).toEqual({ ...row, ...renewed })
  expect(renewOwnRow(row, none)).toEqual(row)
  expect(renewOwnRow(row, null)).toEqual(row)
  expect(renewOwnRow(null, counted)).toBeNull()
  // The rows of one snapshot agree with each other.
  const placed = { ...row, position: 17, rank: 17, points: 15 }
  expect(renewOwnRow(placed, counted)).toEqual(placed)
})

test('networks count as late from a minute on', () => {
  const chains = [60, 61, 190, 7_200, null].map((behind_seconds) => ({
    ...{ name: 'Ink', behind_seconds },
  }))
  expect(listBehind(chains)).toEqual([
    'Ink is 1 minute behind.',
    'Ink is 3 minutes behind.',
    'Ink is 2 hours behind.',
  ])
})

test('a rank is tied for the first of its members, too, and across pages', () => {
  const rows = [
    [1, 1],
    [2, 2],
    [2, 3],
    [4, 4],
    [null, null],
  ] as const
  const toRow = ([rank, position]: (typeof rows)[number]) => ({ rank, position })
  expect([...listTiedRanks(rows.map(toRow))]).toEqual([2])
  expect([...listTiedRanks([{ rank: 49, position: 51 }])]).toEqual([49])
  expect([...listTiedRanks([])]).toEqual([])
})
