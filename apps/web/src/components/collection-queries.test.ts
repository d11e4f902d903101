import { Problem } from '@platemark/api/problem'
import { expect, test } from 'vitest'
import { isApiFailure } from './collection-queries.ts'

const ours = { requestId: '7' }

test.each([
  ['no error', null, false],
  ['a refusal of ours', new Problem('not_found', undefined, ours), false],
  ['too many questions', new Problem('too_many_requests', undefined, ours), false],
  ['a network that is down behind it', new Problem('chain_unavailable', '', ours), true],
  ['no answer at all', new Problem('internal'), true],
  ['a 404 of somebody else at its address', new Problem('not_found'), true],
  ['what is not even a problem', new TypeError('no JSON'), true],
])('after %s isApiFailure depends on the response', (_, error, isFailed) => {
  expect(isApiFailure(error)).toBe(isFailed)
})
