import { describe, expect, test } from 'vitest'
import { describePhase } from './campaign-phase.ts'

const campaign = {
  status: 'live',
  template: 'team_race',
  starts_at: '2026-02-02T00:00:00.000Z',
  ends_at: '2026-02-16T00:00:00.000Z',
  can_join: true,
  join_opens_at: '2026-02-01T00:00:00.000Z',
  status_reason: null,
  review_hours: 24,
  review_ends_at: null,
  claim_closes_at: '2026-03-31T00:00:00.000Z',
  chains: [{ name: 'Soneium' }],
} as const

const shown = (changes: object, now?: number) => {
  const phase = describePhase({ ...campaign, ...changes }, now)
  return { ...phase, text: phase.text.replaceAll('\u00a0', ' ') }
}

describe('the top of a campaign', () => {
  test('counts down to the start while it is announced, and says when one can join', () => {
    expect(shown({ status: 'scheduled' })).toMatchObject({
      countdown: { label: 'Starts in', at: campaign.starts_at },
      text: '2 February 2026, 00:00 UTC. You can join a guild now.',
    })
    expect(shown({ status: 'scheduled', can_join: false }).text).toContain(
      'Joining opens 1 February 2026, 00:00 UTC.',
    )
    const { starts_at: join_opens_at } = campaign
    expect(shown({ status: 'scheduled', can_join: false, join_opens_at }).text).toBe(
      '2 February 2026, 00:00 UTC. Joining opens then.',
    )
  })

  test('counts down to the end while it is live', () => {
    expect(shown({})).toMatchObject({
      ...{ label: 'Live', kind: 'live' },
      countdown: { label: 'Ends in', at: campaign.ends_at },
    })
  })

  test('says why joining is paused, and that points still count', () => {
    expect(
      shown({ status: 'paused', status_reason: 'We look into new wallets.' }),
    ).toMatchObject({
      title: 'Points still count',
      text: 'We look into new wallets. Everything inside the window still counts. Joining and claiming are paused.',
    })
    const card = shown({ status: 'paused', template: 'stamp_card' })
    expect(card.title).toBe('Stamps still count')
  })

  test('counts the hours of the review, and promises none once they are over', () => {
    const end = Date.parse(campaign.ends_at)
    expect(shown({ status: 'settling' }, end + 3_600_000).title).toBe(
      'About 23 hours left',
    )
    expect(shown({ status: 'settling' }).title).toBe('The result is being counted')
    expect(shown({ status: 'settling' }, end + 30 * 3_600_000).title).toBe(
      'The result comes soon',
    )
    expect(shown({ status: 'settling' }).text).toContain('Soneium is final')
  })

  test('says when it ended and until when rewards can be claimed', () => {
    expect(shown({ status: 'frozen' }).text).toBe(
      'Ended 16 February 2026, 00:00 UTC. Rewards can be claimed until 31 March 2026.',
    )
    expect(shown({ status: 'closed' }).text).toContain('Claims are closed.')
  })

  test('says why it was cancelled', () => {
    const text = 'The network stopped. There are no places and no rewards.'
    expect(
      shown({ status: 'cancelled', status_reason: 'The network stopped.' }).text,
    ).toBe(text)
  })
})
