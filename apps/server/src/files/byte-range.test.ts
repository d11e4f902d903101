import { expect, test } from 'vitest'
import { parseByteRange, resolveByteRange } from './byte-range.ts'

test.each([
  ['bytes=0-9', { first: 0, last: 9 }],
  ['BYTES=5-', { first: 5 }],
  ['bytes=-3', { suffix: 3 }],
  ['bytes=9-0', undefined],
  ['bytes=-', undefined],
  ['bytes=0-1,4-5', undefined],
  ['items=0-1', undefined],
  ['bytes=0x1-2', undefined],
  [undefined, undefined],
])('parses the header %j', (header, range) => {
  expect(parseByteRange(header)).toEqual(range)
})

test.each([
  [{ first: 0, last: 0 }, 10, { first: 0, last: 0 }],
  [{ first: 4 }, 10, { first: 4, last: 9 }],
  [{ first: 4, last: 1e20 }, 10, { first: 4, last: 9 }],
  [{ suffix: 3 }, 10, { first: 7, last: 9 }],
  [{ suffix: 30 }, 10, { first: 0, last: 9 }],
])('resolves %j of a file of %d bytes', (range, size, part) => {
  expect(resolveByteRange(range, size)).toEqual(part)
})

test.each([[{ first: 10 }], [{ suffix: 0 }], [{ first: 1e20, last: 1e21 }]])(
  'refuses %j of a file of 10 bytes, and names its size',
  (range) => {
    const problem = expect.objectContaining({
      code: 'range_not_satisfiable',
      data: { size: 10 },
    })
    expect(() => resolveByteRange(range, 10)).toThrow(problem)
  },
)
