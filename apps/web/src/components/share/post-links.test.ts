import { expect, test } from 'vitest'
import { postLinks } from './post-links.ts'

test('a post has the text and the address of the page, whatever signs they have', () => {
  const url = 'https://mint.example/collection/local/quiet-shore?token=7&ref=0x12'
  const links = postLinks('Quiet & Shore #7', url)
  expect(links.map(({ title }) => title)).toEqual(['X', 'Farcaster', 'Telegram'])
  for (const { href } of links) {
    const values = [...new URL(href).searchParams.values()]
    expect(values.toSorted()).toEqual(['Quiet & Shore #7', url].toSorted())
  }
})
