import { mapSlices, type Slices } from '@platemark/rules/slices'
import { checkText } from './check-texts.ts'
import { findTypos, foldValue, type Typo } from './find-typos.ts'
import {
  MAX_TRAIT_NAME_CHARACTERS,
  MAX_TRAIT_VALUE_CHARACTERS,
  MAX_TRAITS,
} from './limits.ts'
import { sentences } from './messages.ts'
import { createProblem } from './problem.ts'
import { detectTraitKind, type TraitKind, toAttribute } from './type-traits.ts'
import type { Attribute, RowTrait, WorkProblem, WorkRow } from './work-types.ts'

type TokenIdReader = (row: WorkRow) => string | undefined

/**
 * Checks and types the traits of all rows, which come in the order of their sources. Returns
 * the attributes of each row, without those that have a problem.
 */
export function* checkTraits(
  rows: readonly WorkRow[],
  tokenId: TokenIdReader,
  problems: WorkProblem[],
): Slices<Map<WorkRow, Attribute[]>> {
  const cleaned = yield* cleanTraits(rows, tokenId, problems)
  yield* checkNames(cleaned, problems)
  const kinds = new Map<string, TraitKind>()
  const values = yield* groupValues(cleaned)
  for (const [name, counts] of values) {
    kinds.set(name, detectTraitKind(counts.keys()))
    yield undefined
  }
  const typos = yield* findAllTypos(values, kinds)
  yield* checkValues(cleaned, typos, tokenId, problems)
  const attributes = new Map<WorkRow, Attribute[]>()
  yield* mapSlices(cleaned, ([row, traits]) => {
    const read = traits.flatMap((trait) => {
      const kind = kinds.get(trait.name) ?? 'text'
      const attribute = toAttribute(trait, kind, row.origin)
      if (attribute) return [attribute]
      const type = trait.display_type ?? ''
      const sentence = sentences.wrongDisplayType(trait.name, type)
      const parts = { field: trait.name, token_id: tokenId(row) }
      problems.push(createProblem('trait', row.source, sentence, parts))
      return []
    })
    attributes.set(row, read)
  })
  return attributes
}

type CleanedTraits = Map<WorkRow, RowTrait[]>

/** Brings names and values into their stored form. A wrong name is reported once. */
function* cleanTraits(
  rows: readonly WorkRow[],
  tokenId: TokenIdReader,
  problems: WorkProblem[],
): Slices<CleanedTraits> {
  const cleanName = remember((name) =>
    checkText(name.trim(), 'A trait name', MAX_TRAIT_NAME_CHARACTERS),
  )
  const cleanValue = remember((value) =>
    checkText(value.trim(), 'The value', MAX_TRAIT_VALUE_CHARACTERS),
  )
  const wrongNames = new Set<string>()
  const cleaned: CleanedTraits = new Map()
  yield* mapSlices(rows, (row) => {
    const traits: RowTrait[] = []
    const names = new Set<string>()
    const report = (code: 'trait' | 'text', field: string, sentence: string) =>
      problems.push(
        createProblem(code, row.source, sentence, { field, token_id: tokenId(row) }),
      )
    for (const trait of row.traits) {
      if (row.reported.includes(trait.name)) continue
      const name = cleanName(trait.name)
      if ('sentence' in name) {
        if (!wrongNames.has(trait.name)) report('text', trait.name, name.sentence)
        wrongNames.add(trait.name)
        continue
      }
      if (names.has(name.text)) {
        report('trait', name.text, sentences.repeatedTrait(name.text))
        continue
      }
      names.add(name.text)
      if (typeof trait.value !== 'string') {
        traits.push({ ...trait, name: name.text })
        continue
      }
      const value = cleanValue(trait.value)
      if ('sentence' in value) report('text', name.text, value.sentence)
      else if (value.text !== '') {
        traits.push({ ...trait, name: name.text, value: value.text })
      }
    }
    cleaned.set(row, traits)
  })
  return cleaned
}

function remember<Result>(read: (text: string) => Result): (text: string) => Result {
  const results = new Map<string, Result>()
  return (text) => {
    const known = results.get(text)
    if (known !== undefined) return known
    const result = read(text)
    results.set(text, result)
    return result
  }
}

/** Reports names that differ by letter case or spaces, and too many names, each once. */
function* checkNames(cleaned: CleanedTraits, problems: WorkProblem[]): Slices<void> {
  const uses = new Map<string, { row: WorkRow; count: number }>()
  yield* mapSlices(cleaned, ([row, traits]) => {
    for (const { name } of traits) {
      const use = uses.get(name)
      if (use) use.count += 1
      else uses.set(name, { row, count: 1 })
    }
  })
  const forms = new Map<string, string[]>()
  for (const name of uses.keys()) {
    const folded = foldValue(name)
    forms.set(folded, [...(forms.get(folded) ?? []), name])
  }
  for (const names of forms.values()) {
    const [usual, ...others] = names
      .map((name) => ({ name, ...uses.get(name) }))
      .sort(
        (one, other) =>
          (other.count ?? 0) - (one.count ?? 0) || (one.name < other.name ? -1 : 1),
      )
    for (const { name, row, count = 0 } of others) {
      if (!usual || !row) continue
      const sentence = sentences.traitName(name, count, usual.name, usual.count ?? 0)
      const fix = { kind: 'rename_trait', from: name, to: usual.name } as const
      problems.push(
        createProblem('trait_name', row.source, sentence, { field: name, fix }),
      )
    }
  }
  const [first] = cleaned.keys()
  if (uses.size <= MAX_TRAITS || !first) return
  const sentence = sentences.tooManyTraits(uses.size, MAX_TRAITS)
  problems.push(createProblem('too_many_traits', { file: first.source.file }, sentence))
}

function* groupValues(
  cleaned: CleanedTraits,
): Slices<Map<string, Map<string | number | boolean, number>>> {
  const values = new Map<string, Map<string | number | boolean, number>>()
  yield* mapSlices(cleaned.values(), (traits) => {
    for (const { name, value } of traits) {
      const counts = values.get(name) ?? new Map()
      counts.set(value, (counts.get(value) ?? 0) + 1)
      values.set(name, counts)
    }
  })
  return values
}

/** Finds probable mistakes in the values of traits that are texts, by trait. */
function* findAllTypos(
  values: Map<string, Map<string | number | boolean, number>>,
  kinds: Map<string, TraitKind>,
): Slices<Map<string, Map<string, Typo>>> {
  const typos = new Map<string, Map<string, Typo>>()
  for (const [name, counts] of values) {
    if (kinds.get(name) !== 'text') continue
    const own = [...counts].filter(
      (entry): entry is [string, number] => typeof entry[0] === 'string',
    )
    typos.set(name, yield* findTypos(new Map(own)))
  }
  return typos
}

/** Reports values that are probably misspelt. The first of each names the usual value. */
function* checkValues(
  cleaned: CleanedTraits,
  typos: Map<string, Map<string, Typo>>,
  tokenId: TokenIdReader,
  problems: WorkProblem[],
): Slices<void> {
  const named = new Set<string>()
  yield* mapSlices(cleaned, ([row, traits]) => {
    for (const { name, value } of traits) {
      const typo = typeof value === 'string' ? typos.get(name)?.get(value) : undefined
      if (!typo || typeof value !== 'string') continue
      const key = `${name}\n${value}`
      const sentence = named.has(key)
        ? sentences.unknownTrait(name, value)
        : sentences.unknownTraitFirst(name, value, typo.count, typo.usual)
      named.add(key)
      const { source } = row
      const fix = { kind: 'use_value', source, trait: name, value: typo.usual } as const
      problems.push(
        createProblem('unknown_trait', source, sentence, {
          ...{ field: name, token_id: tokenId(row), fix },
          ...{ can_keep: true, subject: value },
        }),
      )
    }
  })
}
