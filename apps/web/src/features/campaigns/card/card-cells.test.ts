import type { CampaignQuest } from '@platemark/api/campaigns'
import { expect, test } from 'vitest'
import { countCells, listCardCells } from './card-cells.ts'

const quest = (key: string, chain_id: number | null) =>
  ({
    key,
    title: key,
    chain_id,
    action: { label: 'Find a drop', to: '/' },
  }) as CampaignQuest
const chain = (id: number, alias: string) => ({
  ...{ id, alias, name: alias, behind_seconds: 0 },
})

const card = {
  status: 'live' as const,
  quests: [quest('stamp-10', 10), quest('stamp-130', 130), quest('any', null)],
  chains: [chain(130, 'unichain'), chain(10, 'optimism')],
}
const stamp = (key: string, final: boolean) => ({
  ...{ key, final, at: '2026-02-02T10:00:00.000Z', tx: null, explorer_url: null },
})

test('a card has its fields in the order of its quests, each empty, pending or stamped', () => {
  const me = { stamps: [stamp('stamp-130', false), stamp('stamp-10', true)] }
  const cells = listCardCells(card, me)
  expect(cells.map(({ key, chain, state }) => [key, chain, state])).toEqual([
    ['stamp-10', 'optimism', 'stamped'],
    ['stamp-130', 'unichain', 'pending'],
    ['any', null, 'empty'],
  ])
  expect(countCells(cells)).toEqual({ stamped: 1, pending: 1, total: 3 })
})

test('a card leads to no drops once its campaign is over', () => {
  const actions = (status: 'live' | 'settling' | 'frozen') =>
    listCardCells({ ...card, status }, null).filter(({ action }) => action !== null)
      .length
  expect([actions('live'), actions('settling'), actions('frozen')]).toEqual([3, 0, 0])
})

test('the card of a visitor is empty', () => {
  expect(countCells(listCardCells(card, null))).toEqual({
    stamped: 0,
    pending: 0,
    total: 3,
  })
})
