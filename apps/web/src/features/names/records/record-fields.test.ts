import { expect, test } from 'vitest'
import {
  findChangedRecords,
  type RecordKey,
  readRecord,
  recordKeys,
} from './record-fields.ts'

const empty = Object.fromEntries(recordKeys.map((key) => [key, ''])) as Record<
  RecordKey,
  string
>

test.each<[RecordKey, string, string]>([
  ['com.twitter', '@Quiet_Shore', 'Quiet_Shore'],
  ['com.twitter', 'https://x.com/quiet_shore?lang=en', 'quiet_shore'],
  ['com.github', 'https://github.com/quiet-shore/', 'quiet-shore'],
  ['xyz.farcaster', '@Quiet-Shore.eth', 'quiet-shore.eth'],
  ['org.telegram', 't.me/quietshore', 'quietshore'],
  ['url', 'https://Quiet.example', 'https://quiet.example/'],
  [
    'avatar',
    'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi/1.png',
    'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi/1.png',
  ],
  [
    'avatar',
    `eip155:1/erc721:0x${'a'.repeat(40)}/7`,
    `eip155:1/erc721:0x${'a'.repeat(40)}/7`,
  ],
  ['description', '  A quiet shore.  ', 'A quiet shore.'],
  ['email', ' shore@quiet.example ', 'shore@quiet.example'],
])('%s takes %s', (key, typed, value) => {
  expect(readRecord(key, typed)).toEqual({ value })
})

test.each<[RecordKey, string, string]>([
  ['com.twitter', 'sixteen_letters_', '1 to 15 letters, digits or underscores.'],
  [
    'com.github',
    '-shore',
    '1 to 39 letters, digits or hyphens, no hyphen at either end.',
  ],
  ['xyz.lens', 'Tide', '5 to 26 letters a-z, digits or underscores.'],
  ['com.discord', 's', '2 to 32 letters a-z, digits, dots or underscores.'],
  ['url', 'http://quiet.example', 'Enter an https address.'],
  ['url', 'https://127.0.0.1/', 'Enter an https address.'],
  [
    'avatar',
    'javascript:alert(1)',
    'Enter an https or ipfs address, or pick one of your items.',
  ],
  ['description', 'x'.repeat(201), 'At most 200 characters, this has 201.'],
  ['email', 'shore', 'Enter a valid e-mail address.'],
])('%s refuses %s', (key, typed, problem) => {
  expect(readRecord(key, typed).problem).toBe(problem)
})

test('only changed records are written, and an emptied one is removed', () => {
  const stored = { url: 'https://quiet.example/', 'com.twitter': 'quiet', other: 'kept' }
  expect(
    findChangedRecords(stored, {
      ...empty,
      url: 'https://quiet.example',
      email: 'a@b.example',
    }),
  ).toEqual({ 'com.twitter': '', email: 'a@b.example' })
})
