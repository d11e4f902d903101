import { expect, test } from 'vitest'
import { isolateText } from './isolate-text.ts'
import { namePhase } from './phase-name.ts'

test('a text with letters from right to left is isolated, and no other', () => {
  for (const text of ['شروق', 'Low שמש', '\u{1e900}\u{1e901}']) {
    expect(isolateText(text)).toBe(`\u2068${text}\u2069`)
  }
  for (const text of ['', 'Low Sun', 'Ünter 2×', '浮世絵', '#12']) {
    expect(isolateText(text)).toBe(text)
  }
  expect(namePhase('شروق')).toBe('The \u2068شروق\u2069 phase')
})
