import type { CampaignNotice } from '@platemark/api/campaigns'
import { expect, test } from 'vitest'
import { describeNotice } from './describe-notice.ts'

const notice: CampaignNotice = {
  sent_at: '2026-02-10T00:00:00.000Z',
  reason: '40 wallets paid by one address.',
  evidence: '0x66a1',
  answer_until: '2026-02-12T00:00:00.000Z',
  ...{ answer: null, answered_at: null, decision: null },
}
const before = Date.parse('2026-02-11T00:00:00.000Z')

test('a person is asked before anything is decided, and can replace the answer', () => {
  const open = describeNotice(notice, before)
  expect(open).toMatchObject({ canAnswer: true, kind: 'warning' })
  expect(open.text).toContain('Nothing is decided before.')
  expect(describeNotice({ ...notice, answer: 'Mine.' }, before).text).toContain(
    'You can replace it until',
  )
})

test('after its time no answer is taken, and a decision says what holds', () => {
  const late = Date.parse(notice.answer_until)
  expect(describeNotice(notice, late).canAnswer).toBe(false)
  expect(describeNotice({ ...notice, decision: 'kept' }, late)).toMatchObject({
    ...{ kind: 'success', canAnswer: false },
  })
  expect(describeNotice({ ...notice, decision: 'disqualified' }, before)).toMatchObject({
    ...{ kind: 'error', canAnswer: false },
  })
})
