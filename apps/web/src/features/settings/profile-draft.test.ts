import { user } from '@platemark/api/profile'
import { profileFields } from '@platemark/api/profile-fields'
import { countCharacters } from '@platemark/rules/characters'
import { describe, expect, test } from 'vitest'
import {
  changedFields,
  fieldNames,
  findErrors,
  pickChanges,
  readField,
  readText,
  savedAs,
  withoutSaved,
} from './profile-draft.ts'

const saved = user.parse({
  id: '1',
  address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  username: 'tidewater',
  email: null,
  bio: 'Line engravings.',
  balance: 0,
  avatar_url: null,
  account_chain: null,
  website_link: null,
  twitter_link: 'https://x.com/tidewater',
  instagram_link: null,
  warpcast_link: null,
  lens_link: null,
  github_link: null,
  created_at: '2026-11-01T00:00:00Z',
  username_fixed_until: null,
  balance_unpriced: [],
  claimable_achievements: 0,
})

test('the form has every field that can be saved', () => {
  expect(fieldNames.toSorted()).toEqual(Object.keys(profileFields).toSorted())
})

describe('the text of a field', () => {
  test('is the draft, else the saved value, else empty', () => {
    expect(readText(saved, {}, 'username')).toBe('tidewater')
    expect(readText(saved, { username: '' }, 'username')).toBe('')
    expect(readText(saved, {}, 'email')).toBe('')
  })
})

describe('changed fields', () => {
  test('are those that saving would change', () => {
    const draft = { username: 'lantern', bio: 'Line engravings.', email: '' }
    expect(changedFields(saved, draft)).toEqual(['username'])
  })

  test('leave out another spelling of what is saved', () => {
    const draft = { twitter_link: '@tidewater', username: ' TIDEWATER ', bio: 'x' }
    expect(changedFields(saved, draft)).toEqual(['bio'])
  })

  test('include invalid and cleared ones', () => {
    const draft = { lens_link: '-', twitter_link: '' }
    expect(changedFields(saved, draft)).toEqual(['twitter_link', 'lens_link'])
  })

  test('are the only ones sent, as typed', () => {
    const draft = { username: 'lantern', bio: 'Line engravings.' }
    expect(pickChanges(draft, changedFields(saved, draft))).toEqual({
      username: 'lantern',
    })
  })
})

test('errors are returned for the given fields only', () => {
  const draft = { website_link: 'http://tidewater.example', lens_link: '-' }
  expect(findErrors(draft, ['website_link', 'email'])).toEqual({
    website_link: 'Enter an https address.',
  })
})

test('text typed during a save stays', () => {
  const draft = { bio: 'Two', lens_link: 'tidewater' }
  expect(withoutSaved(draft, { bio: 'One', lens_link: 'tidewater' })).toEqual({
    bio: 'Two',
  })
})

describe('the saved spelling of a text', () => {
  test('omits scheme and trailing slash, where it differs', () => {
    expect(savedAs('instagram_link', ' @tidewater.press ')).toBe(
      'instagram.com/tidewater.press',
    )
    expect(savedAs('username', 'Tide')).toBe('tide')
  })

  test('is undefined for unchanged, empty and invalid texts', () => {
    expect(savedAs('twitter_link', 'https://x.com/tidewater')).toBeUndefined()
    expect(savedAs('twitter_link', ' ')).toBeUndefined()
    expect(savedAs('twitter_link', 'a b')).toBeUndefined()
  })
})

test('the counter counts as the limit does', () => {
  const words = `${'e\u0301'.repeat(299)}\u{1f5bc}`
  expect(countCharacters(` ${words} `)).toBe(300)
  expect(readField('bio', words).error).toBeUndefined()
  expect(readField('bio', `${words}!`).error).toBe('At most 300 characters.')
})
