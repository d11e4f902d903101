import { readFileSync } from 'node:fs'
import { isLabel, MAX_LABEL_LENGTH } from '@platemark/rules/name-label'
import { ConfigurationError } from './fields.ts'

/** Look-alikes of one reserved name, at most. */
const MAX_LOOK_ALIKES = 200

/** Characters that are taken for others, by what they are taken for. */
const LOOK_ALIKES: readonly (readonly [original: string, others: readonly string[]])[] = [
  ['m', ['rn']],
  ['w', ['vv']],
  ['o', ['0']],
  ['s', ['5']],
  ['l', ['1', 'i']],
  ['i', ['1', 'l']],
]

/**
 * Reads the names that an operator keeps: one label a line, `#` begins a comment, and a line
 * that begins with `~` also reserves the look-alikes of its label. Returns the labels sorted,
 * each once. Throws `ConfigurationError` that names the line.
 */
export function readReservedNames(file: string): string[] {
  return parseReservedNames(readText(file), file)
}

/** The same for the text of a file that is called `file` in errors. */
export function parseReservedNames(text: string, file: string): string[] {
  const labels = text.split('\n').flatMap((line, index) => {
    const entry = line.replace(/#.*/, '').trim()
    if (entry === '') return []
    const label = entry.replace(/^~/, '').trim()
    if (!isLabel(label)) {
      throw new ConfigurationError(
        `names.reserved_file: line ${index + 1} of ${file}, "${entry}", is not a name: use 3 to 31 of a-z, 0-9 and hyphens, without the suffix.`,
      )
    }
    return entry.startsWith('~') ? [label, ...listLookAlikes(label)] : [label]
  })
  return [...new Set(labels)].sort()
}

/** Lists the labels that are read as this one at a glance, at most some hundred. */
function listLookAlikes(label: string): string[] {
  let forms = ['']
  for (const char of label.replaceAll('-', '')) {
    const others = LOOK_ALIKES.find(([original]) => original === char)?.[1] ?? []
    forms = [char, ...others].flatMap((part) => forms.map((form) => form + part))
    forms.length = Math.min(forms.length, MAX_LOOK_ALIKES)
  }
  return forms.filter(
    (form) => form !== label && form.length <= MAX_LABEL_LENGTH && isLabel(form),
  )
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new ConfigurationError(`names.reserved_file: ${file} cannot be read.`)
  }
}
