import type { CampaignTeam } from '@platemark/api/campaigns'
import { expect, test } from 'vitest'
import { describeWinner } from './describe-winner.ts'

const team = (name: string, points: number, position: number | null) =>
  ({ name, points, position }) as CampaignTeam
const winner = (teams: CampaignTeam[]) =>
  describeWinner({ template: 'team_race', season: 1, teams })

test('the winning guild is named with its lead, also where two have as many points', () => {
  const first = team('Aquatint', 12_415, 1)
  expect(winner([team('Burin', 12_145, 2), first])).toEqual({
    title: 'Aquatint wins season 1',
    text: '12,415 points, 270 ahead of Burin.',
    team: first,
  })
  expect(winner([team('Burin', 50, 2), team('Aquatint', 50, 1)]).text).toBe(
    '50 points, before Burin with as many.',
  )
})

test('without points and without guilds the result is final, and no guild has won', () => {
  const none = { title: 'The result is final', text: '', team: null }
  expect(winner([team('Burin', 0, 1)])).toEqual(none)
  expect(describeWinner({ template: 'stamp_card', season: 1, teams: [] }).title).toBe(
    'The result is final',
  )
})
