import { escapeHtml } from '../../pages/escape.ts'

/** A piece of a page in which every text is escaped already. */
export type Html = { markup: string }

/** Writes markup; whatever is put into it is escaped, unless it is markup itself. */
export function html(
  parts: TemplateStringsArray,
  ...values: (string | Html | Html[])[]
): Html {
  return { markup: String.raw({ raw: parts }, ...values.map(markupOf)) }
}

/** A text that is known to be safe where it stands, such as a style sheet of our own. */
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
