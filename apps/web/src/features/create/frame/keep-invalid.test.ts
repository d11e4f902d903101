import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { detailsSchema, toDetailsValues } from '../details/details-form.ts'
import { blankDraft } from '../editor/blank-draft.ts'
import { keepInvalid } from './keep-invalid.ts'

const stored = toDetailsValues(blankDraft('local').fields)
const invalid = { ...stored.links, website: 'http://lantern.example' }

test('an invalid text outlives a change from elsewhere, and names what was stored there', () => {
  const typed = {
    values: { ...stored, name: 'Paper Moons', symbol: '', links: invalid },
    stored: { ...stored, name: 'Paper Moons' },
    elsewhere: {},
  }
  const other = { ...stored, name: 'High Sun', symbol: 'SUN' }
  const here = keepInvalid(detailsSchema, typed, other)
  // The name was stored here before, and the symbol never typed.
  expect(here).toEqual({ values: { ...other, links: invalid }, elsewhere: {} })

  const changed = { ...other, links: { ...stored.links, website: 'https://sun.example' } }
  const twice = keepInvalid(detailsSchema, { ...typed, ...here, stored: other }, changed)
  expect(twice).toEqual({
    values: { ...changed, links: invalid },
    elsewhere: { 'links.website': 'https://sun.example' },
  })
  const after = { ...changed, description: 'New' }
  expect(
    keepInvalid(detailsSchema, { ...twice, stored: changed }, after).elsewhere,
  ).toEqual(twice.elsewhere)
})

test('rows with a mistake are kept unless the other device changed the rows', () => {
  const schema = z.object({
    rows: z.array(z.object({ share: z.string().check(z.regex(/^\d+$/)) })),
    note: z.string(),
  })
  const before = { rows: [{ share: '100' }], note: '' }
  const typed = {
    values: { rows: [{ share: '50' }, { share: 'half' }], note: '' },
    stored: before,
    elsewhere: {},
  }
  expect(keepInvalid(schema, typed, { ...before, note: 'x' }).values).toEqual({
    ...typed.values,
    note: 'x',
  })
  const changed = { rows: [{ share: '1' }], note: '' }
  expect(keepInvalid(schema, typed, changed).values).toEqual(changed)
})
