import { campaignStatuses, listCampaigns } from '@platemark/api/campaigns'
import { expect, test } from 'vitest'
import {
  campaignFilters,
  filterCampaigns,
  readFilter,
  toCardState,
} from './campaign-filters.ts'

const rows = campaignStatuses.map((status) => ({ status }))
const statuses = (text: string) =>
  filterCampaigns(rows, readFilter(text)).map(({ status }) => status)

test('each state stands in one list besides that of all', () => {
  expect(statuses('live')).toEqual(['live', 'paused'])
  expect(statuses('scheduled')).toEqual(['draft', 'scheduled'])
  expect(statuses('past')).toEqual(['settling', 'frozen', 'closed', 'cancelled'])
  expect(statuses('nonsense')).toEqual([...campaignStatuses])
})

test('the filters are those of the call, and every state has a label', () => {
  for (const [status] of campaignFilters.slice(1)) {
    expect(listCampaigns.query.safeParse({ status }).success).toBe(true)
  }
  expect(campaignStatuses.map((status) => toCardState(status)[0])).not.toContain('')
})
