import { expect, test } from 'vitest'
import { getCampaignNouns } from './campaign-nouns.ts'

test('people are taking part until the campaign ended', () => {
  const { participants } = getCampaignNouns('team_race')
  expect(participants(1284, 'live')).toBe('1,284 people are taking part.')
  expect(participants(1, 'paused')).toBe('1 person is taking part.')
  expect(participants(18, 'frozen')).toBe('18 people took part.')
})
