import { describe, expect, test } from 'vitest'
import { filterArticles, parseFilters, toQuery } from './list-filters.ts'

const tags = ['fees', 'phases']
const card = {
  ...{ summary: '', track: 'collect', order: 1, reading_minutes: 6, cover: '' },
  ...{ cover_alt: '', updated: '2026-11-27', locales: ['en'], headings: [], terms: [] },
}
const gas = {
  ...card,
  ...{ alias: 'gas', title: 'Gas and fees', level: 'beginner' as const, tags: ['fees'] },
}
const lists = {
  ...card,
  ...{ alias: 'lists', title: 'Lists', level: 'intermediate' as const, tags: ['phases'] },
}
const find = (query: Record<string, string>) =>
  filterArticles([gas, lists], parseFilters(query, tags), { gas: 'completed' }).map(
    ({ alias }) => alias,
  )

describe('the filters of the lessons', () => {
  test('are read from the URL and written to it, without values that do not exist', () => {
    const all = { q: ' proof ', level: 'beginner', tag: 'fees', open: 'yes', page: '3' }
    expect(toQuery(parseFilters(all, tags))).toEqual({
      q: 'proof',
      level: 'beginner',
      tag: 'fees',
      open: 'yes',
    })
    expect(toQuery(parseFilters({ level: 'expert', tag: 'x', open: '1' }, tags))).toEqual(
      {
        q: '',
        level: '',
        tag: '',
        open: '',
      },
    )
    expect(parseFilters({ q: 'a'.repeat(400) }, tags).q).toHaveLength(64)
  })

  test('hide what does not fit', () => {
    expect(find({})).toEqual(['gas', 'lists'])
    expect(find({ level: 'intermediate' })).toEqual(['lists'])
    expect(find({ tag: 'fees' })).toEqual(['gas'])
    expect(find({ open: 'yes' })).toEqual(['lists'])
    expect(find({ q: 'fees', open: 'yes' })).toEqual([])
  })
})
