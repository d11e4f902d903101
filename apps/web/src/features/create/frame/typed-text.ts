import * as z from 'zod/mini'
import type { Parsed } from '../../../lib/parse-amounts.ts'

/**
 * Returns a field of a form for text that `schema` of the API parses; its error is the
 * first sentence of the API. `toInput` is applied before.
 */
export function typedText(
  schema: z.ZodMiniType,
  toInput: (text: string) => unknown = (text) => text,
) {
  return z.string().check((context) => {
    const { error } = schema.safeParse(toInput(context.value))
    const message = error?.issues[0]?.message
    if (message !== undefined) {
      context.issues.push(toIssue(message, context.value))
    }
  })
}

/** Returns a field of a form for text that `parse` parses, with its sentence as error. */
export function parsedText(parse: (text: string) => Parsed<unknown>) {
  return z.string().check((context) => {
    const parsed = parse(context.value)
    if ('problem' in parsed) {
      context.issues.push(toIssue(parsed.problem, context.value))
    }
  })
}

/** Returns an issue that lets the rules over several fields be checked, too. */
function toIssue(message: string, input: string) {
  return { code: 'custom', message, input, continue: true } as const
}

/** Converts the empty text of an optional field. */
export function emptyToNull(text: string): string | null {
  return text.trim() === '' ? null : text
}
