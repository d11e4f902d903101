import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { promises } from './promises.ts'

const performed = readFileSync(
  new URL('../../../contracts/test/collections/Promises.t.sol', import.meta.url),
  'utf8',
)

test.each(Object.keys(promises))('a contract test performs the act of: %s', (name) => {
  expect(performed).toContain(`function test_promise_${name}()`)
})

test('each performed act belongs to a sentence', () => {
  const names = performed.matchAll(/function test_promise_(\w+?)(?:_\w+)?\(/g)
  const known = Object.keys(promises)
  expect(
    [...names].map(([, name]) => name).filter((name) => !known.includes(name ?? '')),
  ).toEqual([])
})

test('nothing is promised without notice', () => {
  expect(promises.noticeNone()).toBe(
    'Everything can change immediately, also during a live phase.',
  )
  expect(promises.metadataByHash('0x12ab…cd34')).toContain(
    'The files are fixed by hash 0x12ab…cd34. The address they are read from may move',
  )
})
