import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  changedTexts,
  chooseText,
  conflictingTexts,
  mergeSaved,
  settleSent,
  shownText,
  startEdit,
} from './merge-texts.ts'
import { type PageTexts, textNames } from './page-texts.ts'

const words = ['', 'low-sun', 'low-tide', 'ebb']
const links = ['', 'https://a.example/', 'https://b.example/', 'https://c.example/']

/** Texts of few values, so that both sides often change the same one, also to the same text. */
const texts: fc.Arbitrary<PageTexts> = fc.record({
  description: fc.constantFrom(...words),
  alias: fc.constantFrom(...words),
  website: fc.constantFrom(...links),
  farcaster: fc.constantFrom(...links),
  x: fc.constantFrom(...links),
  discord: fc.constantFrom(...links),
  instagram: fc.constantFrom(...links),
})

test('only texts that both sides changed differently are in conflict, all others are kept', () => {
  fc.assert(
    fc.property(
      texts,
      texts,
      fc.array(texts, { maxLength: 3 }),
      (opened, mine, saves) => {
        const typed = { ...startEdit(opened), typed: mine }
        const edit = saves.reduce(mergeSaved, typed)
        const theirs = saves.at(-1) ?? opened
        const inConflict = conflictingTexts(edit)
        for (const name of textNames) {
          const isMine = mine[name] !== opened[name]
          // Elsewhere it may have been changed to the text typed here, and further.
          const wasSavedAsMine = saves.some((saved) => saved[name] === mine[name])
          if (wasSavedAsMine) continue
          const isTheirs = theirs[name] !== opened[name]
          expect(inConflict.includes(name)).toBe(isMine && isTheirs)
          expect(shownText(edit, name)).toBe(isMine ? mine[name] : theirs[name])
        }
        expect(edit.saved).toEqual(theirs)
        expect(changedTexts(edit)).toEqual(expect.arrayContaining(inConflict))
      },
    ),
  )
})

test('a conflict ends with the chosen text, and the other changes stay', () => {
  fc.assert(
    fc.property(texts, texts, texts, fc.boolean(), (opened, mine, theirs, keepsMine) => {
      const edit = mergeSaved({ ...startEdit(opened), typed: mine }, theirs)
      const ended = conflictingTexts(edit).reduce(
        (one, name) => chooseText(one, name, keepsMine ? mine[name] : theirs[name]),
        edit,
      )
      expect(conflictingTexts(ended)).toEqual([])
      for (const name of textNames) {
        const isMine = mine[name] !== opened[name]
        const isTheirs = theirs[name] !== opened[name]
        const takesMine = isMine && (!isTheirs || keepsMine)
        expect(shownText(ended, name)).toBe(takesMine ? mine[name] : theirs[name])
      }
    }),
  )
})

test('what was typed while a save was on its way is a change to what was saved', () => {
  const opened = { ...emptyTexts, description: 'Tide.', website: links[1] ?? '' }
  const sent = { description: 'Ebb.', x: 'https://X.com/tide ' }
  const edit = {
    ...startEdit(opened),
    typed: { ...sent, description: 'Ebb. And flood.' },
  }
  const saved = { ...opened, description: 'Ebb.', x: 'https://x.com/tide', website: '' }
  const settled = settleSent(edit, sent, saved)
  expect(settled.typed).toEqual({ description: 'Ebb. And flood.' })
  expect(conflictingTexts(settled)).toEqual([])
  expect(shownText(settled, 'website')).toBe('')
})

test('another spelling of a saved text is no change', () => {
  const edit = startEdit({ ...emptyTexts, website: 'https://a.example/' })
  const typed = { website: ' https://A.example', alias: '  ' }
  expect(changedTexts({ ...edit, typed })).toEqual([])
})

const emptyTexts: PageTexts = {
  ...{ description: '', alias: '', website: '', farcaster: '' },
  ...{ x: '', discord: '', instagram: '' },
}
