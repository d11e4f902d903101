import { describe, expect, test } from 'vitest'
import {
  findUnsent,
  formatKept,
  furtherState,
  type KeptArticles,
  mergeStates,
  parseKept,
} from './article-progress.ts'

const kept: KeptArticles = {
  'gas-and-fees': {
    state: 'read',
    scroll: 1,
    at: 2,
    heading: { id: 'in-short', text: 'In short' },
  },
  'wallet-basics': { state: 'started', scroll: 0.25, at: 1 },
}

describe('progress that a browser keeps', () => {
  test('is read as it was written', () => {
    expect(parseKept(formatKept(kept))).toEqual(kept)
  })

  test('is empty where nothing, another version or no JSON is stored', () => {
    const others = [
      null,
      '',
      '[]',
      'null',
      '{"version":2,"articles":{}}',
      '{"version":1}',
    ]
    for (const text of others) expect(parseKept(text)).toEqual({})
  })

  test('leaves out articles that are not valid, and a completion that only the server grants', () => {
    const articles = {
      one: { state: 'completed', scroll: 1, at: 1 },
      two: { state: 'read', scroll: '1', at: 1 },
      three: 'read',
      four: { state: 'read', scroll: 7, at: 1, heading: 3 },
    }
    expect(parseKept(JSON.stringify({ version: 1, articles }))).toEqual({
      four: { state: 'read', scroll: 1, at: 1 },
    })
  })
})

describe('progress of a user', () => {
  test('is the further state of server and browser', () => {
    expect(furtherState('completed', 'read')).toBe('completed')
    expect(furtherState(undefined, 'started')).toBe('started')
    const known = { 'gas-and-fees': 'started', 'avoid-scams': 'completed' } as const
    expect(mergeStates(known, kept)).toEqual({
      'gas-and-fees': 'read',
      'avoid-scams': 'completed',
      'wallet-basics': 'started',
    })
  })

  test('sends to the server only what is new to it', () => {
    const known = { 'gas-and-fees': 'completed' } as const
    expect(findUnsent(known, kept)).toEqual({ 'wallet-basics': { state: 'started' } })
    expect(findUnsent({ ...known, 'wallet-basics': 'started' }, kept)).toEqual({})
  })
})
