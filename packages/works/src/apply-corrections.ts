import { mapSlices, type Slices } from '@platemark/rules/slices'
import type { Correction, RowSource, RowTrait, WorkRow } from './work-types.ts'

/** Returns the rows with the corrections of texts, values, files and trait names, in their order. */
export function* applyCorrections(
  rows: readonly WorkRow[],
  corrections: readonly Correction[],
): Slices<readonly WorkRow[]> {
  if (corrections.length === 0) return rows
  const bySource = new Map<string, Correction[]>()
  const renames = new Map<string, string>()
  for (const correction of corrections) {
    if (correction.kind === 'rename_trait') renames.set(correction.from, correction.to)
    if (!('source' in correction)) continue
    const key = describeSource(correction.source)
    bySource.set(key, [...(bySource.get(key) ?? []), correction])
  }
  return yield* mapSlices(rows, (row) => {
    const own = bySource.get(describeSource(row.source)) ?? []
    const corrected = own.reduce((now, one) => applyOne(now, one, renames), row)
    if (!corrected.traits.some(({ name }) => renames.has(name.trim()))) return corrected
    const traits = corrected.traits.map((trait) => ({
      ...trait,
      name: renames.get(trait.name.trim()) ?? trait.name,
    }))
    return { ...corrected, traits }
  })
}

function applyOne(
  row: WorkRow,
  correction: Correction,
  renames: ReadonlyMap<string, string>,
): WorkRow {
  if (correction.kind === 'use_file') {
    const reported = row.reported.filter((field) => field !== 'image')
    return { ...row, image: correction.path, is_image_implied: false, reported }
  }
  if (correction.kind === 'use_text') {
    const { field, text } = correction
    const reported = row.reported.filter((one) => one !== field)
    return { ...row, [field]: text, reported }
  }
  if (correction.kind !== 'use_value') return row
  const { trait, value } = correction
  const traits = row.traits.map((one) => {
    const name = one.name.trim()
    const isMeant = name === trait || renames.get(name) === trait
    return isMeant ? { ...one, value: keepType(one.value, value) } : one
  })
  return { ...row, traits, reported: row.reported.filter((field) => field !== trait) }
}

/** Returns a value as a number where the one before is a number, as JSON may hold it. */
function keepType(before: RowTrait['value'], value: string): RowTrait['value'] {
  const number = Number(value)
  const isNumber = typeof before === 'number' && value !== '' && Number.isFinite(number)
  return isNumber ? number : value
}

function describeSource({ file, line }: RowSource): string {
  return `${file}\n${line ?? ''}`
}
