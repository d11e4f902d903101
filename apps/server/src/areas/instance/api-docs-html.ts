import { escapeHtml } from '../../pages/escape.ts'

/** Markup in which every text is escaped. */
export type Html = { markup: string }

/** Builds markup; interpolated strings are escaped, markup is not. */
export function html(
  parts: TemplateStringsArray,
  ...values: (string | Html | Html[])[]
): Html {
  return { markup: String.raw({ raw: parts }, ...values.map(markupOf)) }
}

/** Marks a trusted text as markup, for example our own style sheet. */
export function raw(markup: string): Html {
  return { markup }
}

function markupOf(value: string | Html | Html[]): string {
  if (typeof value === 'string') return escapeHtml(value)
  return [value]
    .flat()
    .map(({ markup }) => markup)
    .join('')
}
