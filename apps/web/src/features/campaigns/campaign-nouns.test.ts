import { expect, test } from 'vitest'
import { getCampaignNouns } from './campaign-nouns.ts'

test('people are taking part until the campaign ended', () => {
  const { participants } = getCampaignNouns('team_race')
  expect(participants(1284, 'live')).toBe('1,284\u00a0people are taking part.')
  expect(participants(1, 'paused')).toBe('1\u00a0person is taking part.')
  expect(participants(18, 'frozen')).toBe('18\u00a0people took part.')
})

test('cards are in play until the campaign ended', () => {
  const { participants } = getCampaignNouns('stamp_card')
  expect(participants(1, 'live')).toBe('1\u00a0card in play.')
  expect(participants(1, 'frozen')).toBe('1\u00a0card was in play.')
  expect(participants(3910, 'settling')).toBe('3,910\u00a0cards were in play.')
})
