import { type FieldProblems, Problem } from '@platemark/api/problem'
import type * as z from 'zod/mini'

/**
 * Validates one part of a call and returns the parsed value. Throws `validation_failed`
 * with a message for every wrong field.
 */
export function parse(schema: z.ZodMiniType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  rejectPrototypeKeys(value)
  const checked = findIssues(schema, value)
  if ('value' in checked) return checked.value
  throw new Problem('validation_failed', undefined, { fields: checked.fields })
}

/** Returns the parsed value, or a message for every wrong field. */
export function findIssues<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
): { value: z.output<Schema> } | { fields: FieldProblems } {
  const result = schema.safeParse(value, sentences)
  if (result.success) return { value: result.data }
  const fields: FieldProblems = {}
  for (const { path, message, ...issue } of result.error.issues) {
    const names = 'keys' in issue ? issue.keys : ['']
    for (const name of names) {
      const key = [...path, ...(name ? [name] : [])].join('.')
      fields[key] = [...(fields[key] ?? []), message]
    }
  }
  return { fields }
}

/** Parses untrusted JSON. Throws `bad_request`. */
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

/**
 * Rejects prototype keys, infinite numbers and deep nesting in untrusted input. Throws
 * `bad_request`.
 */
export function rejectPrototypeKeys(value: unknown, depth = 0): void {
  // JSON such as 1e400 parses to infinity.
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

/** Returns the default message of an issue, where the schema sets none. */
function sentence(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return 'This is required.'
  switch (issue.code) {
    case 'invalid_type':
      return `This must be ${named(issue.expected)}.`
    case 'invalid_value':
      return `Use one of: ${issue.values.map(String).join(', ')}.`
    case 'unrecognized_keys':
      return 'This parameter does not exist.'
    case 'too_small':
      return `This is too small. The minimum is ${issue.minimum}.`
    case 'too_big':
      return `This is too large. The maximum is ${issue.maximum}.`
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
