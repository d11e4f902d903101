import { updateDraft } from '@platemark/api/studio'
import { parseEther } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { signIn } from '../../tools/local/api.ts'
import { makeDraft } from '../../tools/local/collection.ts'
import { violations } from '../fixtures/axe.ts'
import { rabby } from '../fixtures/mint-panel.ts'
import { fromNow, openPhase } from '../fixtures/new-collection.ts'
import { expect, hydrated, test } from '../fixtures/stack.ts'

const HOUR = 3600

test('the review rehearses the sale, and a change makes the report outdated', async ({
  page,
  stack,
}) => {
  const wallet = await rabby(page, stack)
  // Safe: the wallet has accounts.
  const [creator, friend] = wallet.accounts as [PrivateKeyAccount, PrivateKeyAccount]
  const friends = {
    ...openPhase({ start: fromNow(HOUR), end: fromNow(2 * HOUR), max_per_wallet: 2 }),
    ...{ phase_id: 0, kind: 'allowlist' as const, title: 'Friends' },
    price_wei: String(parseEther('0.001')),
  }
  const everyone = openPhase({ start: fromNow(4 * HOUR), end: fromNow(5 * HOUR) })
  const api = await signIn(stack.url, creator, 31_337)
  const id = await makeDraft(api, {
    fields: {
      ...{ chain_alias: 'local', kind: 'drop', symbol: 'QUIET', name: 'Quiet Shore' },
      ...{ max_supply: 12, phases: [friends, everyone] },
    },
    ...{ image: undefined, cover: undefined },
    lists: [{ phase_id: 0, entries: [{ address: friend.address }] }],
  })
  await page.goto(`/create?draft=${id}&step=review`)
  await hydrated(page)
  await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Rabby/ })
    .click()

  const panel = page.getByRole('region', { name: 'Rehearsal' })
  await panel.getByRole('button', { name: 'Rehearse the sale' }).click()
  await expect(panel).toContainText('moments around 4 starts and ends', {
    timeout: 60_000,
  })
  await expect(panel).toContainText(
    'No phase is open for 2 hours between Friends and Public.',
  )
  await expect(panel.getByRole('img', { name: 'Items left' })).toBeVisible()
  const row = (name: string) => panel.getByRole('row', { name }).first()
  await expect(row('Friends')).toContainText('22')
  await expect(panel).toContainText(
    'Every phase opens and closes on time, to the second.',
  )
  await panel.getByText('Wallets that minted, to the second').click()
  await expect(panel).toContainText('1 s before no, on time yes, 1 s after yes')
  expect(await violations(page)).toEqual([])

  await api.call(updateDraft, { params: { contract_id: id }, body: { max_supply: 20 } })
  await page.reload()
  await expect(panel).toContainText('The draft was changed since')
})
