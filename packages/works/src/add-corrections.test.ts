import { finishSlices } from '@platemark/rules/slices'
import { expect, test } from 'vitest'
import { addCorrections } from './add-corrections.ts'
import { applyCorrections } from './apply-corrections.ts'
import type { Correction, WorkRow } from './work-types.ts'

const source = { file: 'tides.csv', line: 2 }
const row: WorkRow = {
  ...{ source, origin: 'json', name: 'Eb', reported: ['name'] },
  traits: [
    { name: 'heigth', value: 3 },
    { name: 'Wind', value: 'North' },
  ],
}
const height = (value: string): Correction => ({
  ...{ kind: 'use_value', source, trait: 'Height', value },
})

test('a later edit of the same text or value takes the place of the earlier one', () => {
  const name = { kind: 'use_text', source, field: 'name', text: 'Ebb' } as const
  const first = addCorrections([{ kind: 'confirm_order' }, height('4')], [name])
  expect(addCorrections(first, [height('5')])).toEqual([
    { kind: 'confirm_order' },
    name,
    height('5'),
  ])
})

test('an edit reaches a trait by its corrected name and keeps numbers as numbers', () => {
  const corrections: Correction[] = [
    { kind: 'rename_trait', from: 'heigth', to: 'Height' },
    { kind: 'use_text', source, field: 'name', text: 'Ebb' },
    height('5'),
  ]
  expect(finishSlices(applyCorrections([row], corrections))).toMatchObject([
    {
      ...{ name: 'Ebb', reported: [] },
      traits: [{ name: 'Height', value: 5 }, { name: 'Wind' }],
    },
  ])
})
