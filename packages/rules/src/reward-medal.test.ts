import { expect, test } from 'vitest'
import { getRewardMedal } from './reward-medal.ts'

type Reward = Parameters<typeof getRewardMedal>[0]

const medals = (...conditions: Reward['condition'][]) => {
  const rewards = conditions.map((condition) => ({ condition }))
  return rewards.map((one) => getRewardMedal(one, rewards).slice('/marks/medals/'.length))
}

test('rewards of a card rise from bronze to gold', () => {
  expect(medals({ min_stamps: 3 }, { min_stamps: 6 }, { min_stamps: 9 })).toEqual([
    'bronze/collector_10.svg',
    'silver/explorer_3.svg',
    'gold/explorer_8.svg',
  ])
})

test('a place is gold, and a single threshold beside it silver', () => {
  const places = { team_rank_max: 1, min_points: 20 }
  expect(medals({ min_points: 80 }, places, { rank_max: 10 })).toEqual([
    'silver/streak_7.svg',
    'gold/collector_50.svg',
    'gold/explorer_8.svg',
  ])
})

test('equal thresholds have one medal, and a locked one is an outline', () => {
  expect(medals({ min_points: 0 }, { min_points: 0 })).toEqual([
    'bronze/first_mint.svg',
    'bronze/first_mint.svg',
  ])
  const reward = { condition: { min_stamps: 1 } }
  expect(getRewardMedal(reward, [reward], { isLocked: true })).toBe(
    '/marks/medals/silver/explorer_3-locked.svg',
  )
})
