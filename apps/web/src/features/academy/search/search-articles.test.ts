import { describe, expect, test } from 'vitest'
import { searchArticles } from './search-articles.ts'

const article = {
  title: 'Gas and fees: what you pay',
  summary: 'Read the rows of a mint button.',
  headings: ['Base fee and tip'],
  tags: ['fees'],
  terms: ['Wei'],
}
const other = {
  title: 'Phases and allowlists',
  summary: 'Know what each message about gas means.',
  headings: ['How a list becomes a proof'],
  tags: ['phases', 'smart-wallets'],
  terms: ['Merkle proof', 'ERC-721'],
}
const titles = (text: string) =>
  searchArticles([other, article], text).map(({ title }) => title)

describe('a search of lessons', () => {
  test('finds words by their start in title, summary, headings, tags and terms', () => {
    for (const text of ['alow', 'lowlist', 'zzz']) expect(titles(text)).toEqual([])
    for (const text of ['allow', 'MESSAGE', 'become', 'smart', 'merkle', '721']) {
      expect(titles(text)).toEqual([other.title])
    }
  })

  test('needs every word, each in any of the texts', () => {
    expect(titles('phase merkle')).toEqual([other.title])
    expect(titles('phase merkle tip')).toEqual([])
  })

  test('puts titles before headings, tags and summaries, and keeps the order of equals', () => {
    expect(titles('gas')).toEqual([article.title, other.title])
    expect(titles('and')).toEqual([other.title, article.title])
  })

  test('ignores accents, case and punctuation, and an empty one finds all', () => {
    expect(titles('Phàses, ALLOWLÏSTS!')).toEqual([other.title])
    expect(titles(' … ')).toEqual([other.title, article.title])
  })
})
