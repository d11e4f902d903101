import { answerNotice, joinCampaign } from '@platemark/api/campaigns'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { signIn } from '../../tools/local/api.ts'
import { violations } from '../fixtures/axe.ts'
import { publishBattle } from '../fixtures/guild-battle.ts'
import { fromNow } from '../fixtures/new-collection.ts'
import { countOpenRequests } from '../fixtures/open-requests.ts'
import { operator } from '../fixtures/operator.ts'
import { expect, hydrated, test } from '../fixtures/stack.ts'
import { openAs } from '../fixtures/two-browsers.ts'
import { settle } from './a11y-audit.ts'
import { misfits } from './a11y-fit.ts'
import { walk } from './a11y-keyboard.ts'

const DAY = 86_400
const because = (reason: string) => ['--reason', reason]

/** States of a campaign's page with a sentence that only that state shows. */
const sentences = {
  preview: 'You can join a guild now.',
  paused: 'Points still count',
  cancelled: 'This campaign was cancelled',
  gated: 'First meet the conditions below.',
  full: 'Full, 1 of 1 places taken',
  member: 'You are in Burin',
  noticed: 'The operator is about to disqualify you',
  out: 'You were disqualified',
}

test('a campaign in each state is readable at 320 px, usable by keyboard alone and free of faults', {
  tag: '@soak',
}, async ({ page, stack }) => {
  test.setTimeout(600_000)
  const [owner, other] = [generatePrivateKey(), generatePrivateKey()].map((key) =>
    privateKeyToAccount(key),
  )
  if (!owner || !other) throw new Error('Two accounts are needed.')
  const alias = (state: string) => `quiet-shore-${state}`
  const changes: Record<string, object> = {
    preview: {
      ...{ join_opens_at: fromNow(-60), starts_at: fromNow(DAY) },
      ends_at: fromNow(3 * DAY),
    },
    gated: { eligibility: { owns_name: true, min_prior_mints: 3 } },
    full: {
      teams: [
        { alias: 'burin', name: 'Burin', max_members: 1 },
        { alias: 'aquatint', name: 'Aquatint' },
      ],
    },
  }
  for (const state of Object.keys(sentences))
    await publishBattle(stack, alias(state), changes[state])

  const [own, others] = [await signIn(stack.url, owner), await signIn(stack.url, other)]
  const join = (api: typeof own, state: string) =>
    api.call(joinCampaign, { params: { alias: alias(state) }, body: { team: 'burin' } })
  const joined = ['member', 'noticed', 'out', 'paused']
  for (const state of joined) await join(own, state)
  await join(others, 'full')
  const run = (verb: string, state: string, ...more: string[]) =>
    operator(stack, 'campaign', verb, alias(state), ...more)
  const reason = because('Two wallets of one person')
  await run('pause', 'paused', ...because('The network is upgraded today.'))
  await run('cancel', 'cancelled', ...because('Too few people could join.'))
  await run('notice', 'noticed', owner.address, ...reason)
  await run('notice', 'out', owner.address, ...reason)
  await own.call(answerNotice, {
    ...{ params: { alias: alias('out') }, body: { text: 'They are linked.' } },
  })
  await run('disqualify', 'out', owner.address, ...reason)

  await openAs(page, stack, { account: owner, path: '/campaigns' })
  const allAnswered = countOpenRequests(page)
  for (const [state, sentence] of Object.entries(sentences)) {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(`/campaigns/${alias(state)}`)
    await hydrated(page)
    await expect(page.getByText(sentence).first(), state).toBeVisible()
    // The board loads near the view, and linked wallets arrive late: both add controls.
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    if (joined.includes(state))
      await expect(page.locator('a.member').first(), state).toBeVisible()
    if (state === 'member')
      await expect(
        page.getByRole('button', { name: 'Link another wallet' }),
      ).toBeVisible()
    await allAnswered()
    await settle(page)
    const { wrong } = await walk(page)
    expect([...wrong, ...(await violations(page))], state).toEqual([])
    await page.setViewportSize({ width: 320, height: 800 })
    await page.emulateMedia({ colorScheme: 'dark' })
    expect([...(await misfits(page)), ...(await violations(page))], state).toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })
  }
})
