import { describe, expect, test } from 'vitest'
import { hostileLinks } from '../test/hostile-links.ts'
import { profileFields } from './profile-fields.ts'

type Field = keyof typeof profileFields

const read = (field: Field, value: unknown) => {
  const { data, error } = profileFields[field].safeParse(value)
  return error ? { refused: error.issues[0]?.message } : { stored: data }
}

const sentences: Record<Field, string> = {
  username: 'Use 3-30 letters, digits or underscores.',
  email: 'Enter a valid e-mail address.',
  bio: 'At most 300 characters.',
  website_link: 'Enter an https address.',
  twitter_link: 'Enter an X profile, for example https://x.com/name.',
  instagram_link: 'Enter an Instagram profile, for example https://instagram.com/name.',
  warpcast_link: 'Enter a Farcaster profile, for example https://farcaster.xyz/name.',
  lens_link: 'Enter a Lens profile, for example https://hey.xyz/u/name.',
  github_link: 'Enter a GitHub profile, for example https://github.com/name.',
}

const fields = Object.keys(sentences) as Field[]

const accepted: Record<Field, Record<string, string>> = {
  username: {
    ada: 'ada',
    ' Ada_L9 ': 'ada_l9',
    '007': '007',
    [`a${'_'.repeat(28)}b`]: `a${'_'.repeat(28)}b`,
  },
  email: {
    'ada@example.org': 'ada@example.org',
    ' Ada+nft@mail.example.org ': 'Ada+nft@mail.example.org',
    'jose\u0301@ejemplo.es': 'jos\u00e9@ejemplo.es',
    'a@b\u00fccher.example': 'a@b\u00fccher.example',
  },
  bio: {
    ' Draws rivers. ': 'Draws rivers.',
    'one\ntwo\nthree\nfour\nfive': 'one\ntwo\nthree\nfour\nfive',
    ['\u{1f5bc}'.repeat(300)]: '\u{1f5bc}'.repeat(300),
    '<b>as it is</b>': '<b>as it is</b>',
  },
  website_link: {
    'https://example.org': 'https://example.org/',
    ' https://Example.org:443/a?b#c ': 'https://example.org/a?b#c',
    'https://b\u00fccher.example': 'https://xn--bcher-kva.example/',
  },
  twitter_link: {
    name: 'https://x.com/name',
    '@Name_1': 'https://x.com/Name_1',
    'x.com/name': 'https://x.com/name',
    'https://x.com/name/': 'https://x.com/name',
    'https://www.x.com/@name': 'https://x.com/name',
    'HTTPS://Mobile.Twitter.com/name?s=21&t=a#top': 'https://x.com/name',
    'https://twitter.com:443/name': 'https://x.com/name',
  },
  instagram_link: {
    'a.b_c': 'https://instagram.com/a.b_c',
    '@..a..': 'https://instagram.com/..a..',
    'https://www.instagram.com/name/?igsh=abc': 'https://instagram.com/name',
  },
  warpcast_link: {
    'Dwr.eth': 'https://farcaster.xyz/dwr.eth',
    '@v-1': 'https://farcaster.xyz/v-1',
    'https://warpcast.com/dwr.eth': 'https://farcaster.xyz/dwr.eth',
    'https://farcaster.xyz/dwr': 'https://farcaster.xyz/dwr',
  },
  lens_link: {
    stani: 'https://hey.xyz/u/stani',
    '@Stani': 'https://hey.xyz/u/stani',
    'https://lens.xyz/u/stani': 'https://hey.xyz/u/stani',
    'https://hey.xyz/u/stani/': 'https://hey.xyz/u/stani',
  },
  github_link: {
    'a-b-c': 'https://github.com/a-b-c',
    'https://github.com/Name?tab=repositories': 'https://github.com/Name',
    ['a'.repeat(39)]: `https://github.com/${'a'.repeat(39)}`,
  },
}

const refused: Record<Field, string[]> = {
  username: [
    'ab',
    'a'.repeat(31),
    '_ab',
    'ab_',
    'a-b',
    'a b',
    'a.b',
    'ad\u00e4',
    '\u212ann',
    '\u0430da',
  ],
  email: [
    'ada',
    'ada@localhost',
    'a@b@example.org',
    '@example.org',
    'ada@.org',
    'ada@example..org',
    'a da@example.org',
    'ada@exa mple.org',
    'ada\nbcc:x@example.org',
    'ada\u0000@example.org',
    'ada\u202e@example.org',
    '<ada@example.org>',
    `${'a'.repeat(250)}@example.org`,
    `ada@${'a'.repeat(247)}.org`,
  ],
  bio: ['a'.repeat(301), '\u{1f5bc}'.repeat(301)],
  website_link: [
    'example.org',
    'http://example.org',
    `https://example.org/${'a'.repeat(190)}`,
  ],
  twitter_link: [
    'a'.repeat(16),
    'a-b',
    'https://x.com/',
    'https://x.com',
    'https://x.com/a/b',
  ],
  instagram_link: ['a'.repeat(31), 'instagram.com', 'www.instagram.com', '..'],
  warpcast_link: ['a'.repeat(17), '-a', 'a.b', 'https://warpcast.com/~/profiles/3'],
  lens_link: ['abcd', 'a'.repeat(27), 'https://hey.xyz/stani', 'lens/stani'],
  github_link: ['a'.repeat(40), 'a--b', '-a', 'a-', 'https://github.com/a/b'],
}

describe.each(fields)('%s', (field) => {
  test('stores what people write in its one form', () => {
    for (const [value, stored] of Object.entries(accepted[field])) {
      expect([value, read(field, value)]).toEqual([value, { stored }])
    }
  })

  test('accepts its stored form unchanged', () => {
    for (const stored of Object.values(accepted[field])) {
      expect(read(field, stored)).toEqual({ stored })
    }
  })

  test('fails with a message for anything else', () => {
    for (const value of refused[field]) {
      expect([value, read(field, value)]).toEqual([value, { refused: sentences[field] }])
    }
  })

  test('takes null, nothing and blanks as none', () => {
    for (const value of [null, '', '  ']) {
      expect(read(field, value)).toEqual({ stored: null })
    }
  })

  test('takes text and nothing else', () => {
    for (const value of [1, true, {}, [], ['a'], undefined]) {
      expect(read(field, value)).toHaveProperty('refused')
    }
  })
})

test('a bio has five lines at most, and no characters that hide or turn others', () => {
  for (const end of ['\n', '\u2028', '\u2029']) {
    const bio = `a${end.repeat(5)}b`
    expect(read('bio', bio)).toEqual({ refused: 'At most 5 lines.' })
  }
  for (const character of ['\0', '\u202e', '\u200b', '\ufeff', '\ud800', '\x1b']) {
    expect(read('bio', `a${character}b`)).toEqual({
      refused: expect.stringMatching(
        /^U\+[0-9A-F]{4} .+ at character \d is not allowed\./,
      ),
    })
  }
})

/** The characters that an address of an outgoing link may contain. */
const harmless: Partial<Record<Field, RegExp>> = {
  twitter_link: /^https:\/\/x\.com\/\w{1,15}$/,
  instagram_link: /^https:\/\/instagram\.com\/(?=\.*\w)[\w.]{1,30}$/,
  warpcast_link: /^https:\/\/farcaster\.xyz\/[a-z0-9][a-z0-9-]{0,15}(\.eth)?$/,
  lens_link: /^https:\/\/hey\.xyz\/u\/[a-z0-9_]{5,26}$/,
  github_link: /^https:\/\/github\.com\/[A-Za-z0-9](-?[A-Za-z0-9]){0,38}$/,
}

describe('what attackers write', () => {
  test('is of many kinds', () => {
    expect(new Set(hostileLinks).size).toBeGreaterThanOrEqual(200)
  })

  test.each(Object.entries(harmless))('%s refuses or disarms it', (field, form) => {
    for (const payload of hostileLinks) {
      const { stored } = read(field as Field, payload)
      if (stored)
        expect([payload, stored]).toEqual([payload, expect.stringMatching(form)])
    }
  })

  test('website_link refuses or disarms it', () => {
    for (const payload of hostileLinks) {
      const { stored } = read('website_link', payload)
      if (!stored) continue
      expect([payload, stored]).toEqual([
        payload,
        expect.stringMatching(
          /^https:\/\/([a-z0-9-]+\.)+[a-z0-9-]*[a-z][a-z0-9-]*\.?\/[!#-;=?-~]*$/,
        ),
      ])
      const { href, username, password, port, hostname } = new URL(stored)
      expect([payload, href, username, password, port]).toEqual([
        payload,
        stored,
        '',
        '',
        '',
      ])
      expect(hostname).not.toMatch(/(^|\.)(localhost|local|internal|onion)\.?$/)
      expect(stored.length).toBeLessThanOrEqual(200)
    }
  })

  test('is read quickly, however long', () => {
    const long = [
      'a'.repeat(1e5),
      '@'.repeat(1e5),
      `a@${'a.'.repeat(5e4)}`,
      '-a'.repeat(5e4),
    ]
    for (const field of fields) {
      for (const value of long) expect(read(field, value)).toHaveProperty('refused')
    }
  })
})
