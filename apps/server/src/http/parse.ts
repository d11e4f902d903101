import { type FieldProblems, Problem } from '@platemark/api/problem'
import type * as z from 'zod/mini'

/**
 * Checks one part of a call against its schema and answers what the schema makes of it.
 * Throws `validation_failed` with a sentence for every wrong field.
 */
export function parse(schema: z.ZodMiniType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  rejectPrototypeKeys(value)
  const result = schema.safeParse(value, sentences)
  if (result.success) return result.data
  const fields: FieldProblems = {}
  for (const { path, message, ...issue } of result.error.issues) {
    const names = 'keys' in issue ? issue.keys : ['']
    for (const name of names) {
      const key = [...path, ...(name ? [name] : [])].join('.')
      fields[key] = [...(fields[key] ?? []), message]
    }
  }
  throw new Problem('validation_failed', undefined, { fields })
}

/** Reads JSON that came from outside. Throws `bad_request` for anything malformed. */
export function readJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new Problem('bad_request', undefined, { cause: error })
  }
  rejectPrototypeKeys(value)
  return value
}

const MAX_DEPTH = 32

/** Throws `bad_request` for names that poison objects, numbers that are none, and bottomless nests. */
export function rejectPrototypeKeys(value: unknown, depth = 0): void {
  // What JSON can write and no number can hold, 1e400.
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) {
    throw new Problem('bad_request')
  }
  if (typeof value !== 'object' || value === null) return
  if (depth > MAX_DEPTH) throw new Problem('bad_request')
  if (Array.isArray(value)) {
    for (const each of value) rejectPrototypeKeys(each, depth + 1)
    return
  }
  for (const key of Object.keys(value)) {
    if (key === '__proto__' || key === 'constructor') throw new Problem('bad_request')
    // Safe: it is one of its own keys.
    rejectPrototypeKeys(value[key as keyof typeof value], depth + 1)
  }
}

const sentences = { error: sentence }

/** What is said where the schema itself says nothing. */
function sentence(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return 'This is required.'
  switch (issue.code) {
    case 'invalid_type':
      return `This must be ${named(issue.expected)}.`
    case 'invalid_value':
      return `Use one of: ${issue.values.map(String).join(', ')}.`
    case 'unrecognized_keys':
      return 'There is no such parameter.'
    case 'too_small':
      return `This is too small: at least ${issue.minimum}.`
    case 'too_big':
      return `This is too big: at most ${issue.maximum}.`
    default:
      return 'This is not valid.'
  }
}

function named(type: string): string {
  const names: Record<string, string> = {
    string: 'text',
    number: 'a number',
    int: 'a whole number',
    boolean: 'true or false',
    array: 'a list',
    object: 'an object',
    record: 'an object',
  }
  return names[type] ?? type
}
