import { countCharacters, parseText } from '@platemark/rules/characters'
import {
  MAX_WORK_DESCRIPTION_CHARACTERS,
  MAX_WORK_NAME_CHARACTERS,
  MAX_WORK_URL_CHARACTERS,
} from './limits.ts'
import { sentences } from './messages.ts'
import { createProblem } from './problem.ts'
import type { WorkProblem, WorkRow } from './work-types.ts'

/** A text in its stored form, or the sentence on why it cannot be stored. */
export type CheckedText = { text: string } | { sentence: string }

/** Text that the character rules keep as it is. */
const PLAIN = /^[!-~](?:[ -~]*[!-~])?$/

/**
 * Checks a text of at most `most` code points by the character rules of the product. Throws
 * nothing; `field` begins the sentence.
 */
export function checkText(
  written: string,
  field: string,
  most: number,
  lines = false,
): CheckedText {
  const isPlain = PLAIN.test(written)
  const { text, problem } = isPlain ? { text: written } : parseText(written, { lines })
  if (problem !== undefined) return { sentence: sentences.characters(field, problem) }
  if (text.length <= most) return { text }
  const count = isPlain ? text.length : countCharacters(text)
  return count <= most ? { text } : { sentence: sentences.tooLong(field, count, most) }
}

/** Texts of a work in their stored form; null where there is none or it was reported. */
export type WorkTexts = {
  name: string | null
  description: string | null
  external_url: string | null
}

/** Checks name, description and link of a row and adds what is wrong to `problems`. */
export function checkTexts(
  row: WorkRow,
  token_id: string,
  problems: WorkProblem[],
): WorkTexts {
  const check = (
    field: 'name' | 'description',
    label: string,
    most: number,
    lines: boolean,
  ): string | null => {
    const written = row[field]
    if (written === undefined || row.reported.includes(field)) return null
    const checked = checkText(written, label, most, lines)
    if ('text' in checked) return checked.text === '' ? null : checked.text
    problems.push(
      createProblem('text', row.source, checked.sentence, { field, token_id }),
    )
    return null
  }
  return {
    name: check('name', 'Name', MAX_WORK_NAME_CHARACTERS, false),
    description: check(
      'description',
      'Description',
      MAX_WORK_DESCRIPTION_CHARACTERS,
      true,
    ),
    external_url: checkLink(row, token_id, problems),
  }
}

function checkLink(
  row: WorkRow,
  token_id: string,
  problems: WorkProblem[],
): string | null {
  const { external_url: url, reported } = row
  if (url === undefined || reported.includes('external_url')) return null
  const href = parseLink(url)
  if (href !== undefined && href.length <= MAX_WORK_URL_CHARACTERS) return href
  const sentence =
    href === undefined
      ? sentences.link(url)
      : sentences.tooLong('The link', href.length, MAX_WORK_URL_CHARACTERS)
  problems.push(
    createProblem('link', row.source, sentence, { field: 'external_url', token_id }),
  )
  return null
}

function parseLink(text: string): string | undefined {
  try {
    const { protocol, href, username, password } = new URL(text)
    const isPlain = protocol === 'https:' && username === '' && password === ''
    return isPlain ? href : undefined
  } catch {
    return undefined
  }
}
