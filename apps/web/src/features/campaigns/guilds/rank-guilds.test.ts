import type { CampaignTeam } from '@platemark/api/campaigns'
import { expect, test } from 'vitest'
import { keepOrder, rankGuilds, shuffle } from './rank-guilds.ts'

const team = (alias: string, points: number, position: number | null) =>
  ({ alias, name: alias, points, position }) as CampaignTeam

test('guilds stand by their place, with their share of the best score', () => {
  const teams = [
    team('burin', 50, 2),
    team('aquatint', 200, 1),
    team('drypoint', 0, null),
  ]
  expect(rankGuilds(teams).map(({ alias, share }) => [alias, share])).toEqual([
    ['aquatint', 1],
    ['burin', 0.25],
    ['drypoint', 0],
  ])
})

test('guilds without any points have empty bars and stand by name', () => {
  const teams = [team('drypoint', 0, null), team('burin', 0, null)]
  expect(rankGuilds(teams).map(({ alias, share }) => [alias, share])).toEqual([
    ['burin', 0],
    ['drypoint', 0],
  ])
})

test('the order of a choice stays while the guild is chosen', () => {
  const teams = [team('burin', 1, 1), team('aquatint', 1, 2), team('new', 1, 3)]
  const order = ['aquatint', 'burin']
  expect(keepOrder(teams, order).map(({ alias }) => alias)).toEqual([
    ...['aquatint', 'burin', 'new'],
  ])
})

test('a choice has every guild once, in any order', () => {
  const list = ['burin', 'aquatint', 'drypoint']
  expect(shuffle(list, () => 0.99)).toEqual(['drypoint', 'aquatint', 'burin'])
  expect(shuffle(list, () => 0)).toEqual(list)
  expect(shuffle(list, Math.random).sort()).toEqual([...list].sort())
})
