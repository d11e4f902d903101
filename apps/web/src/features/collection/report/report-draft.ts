import type { ModerationCategory } from '@platemark/api/moderation'
import { formatCount } from '@platemark/rules/amounts'
import { countCharacters, parseText } from '@platemark/rules/characters'

/** Input of an unsent report. */
export type ReportDraft = { category: ModerationCategory | null; text: string }

export const emptyReport: ReportDraft = { category: null, text: '' }

/** Report categories in display order. */
export const categories: [ModerationCategory, title: string, text: string][] = [
  ['copy', 'Stolen work', 'Uses someone else’s art without permission.'],
  ['impersonation', 'Impersonation', 'Pretends to be another artist or brand.'],
  ['scam', 'Scam', 'Makes false promises or leads to a dangerous link.'],
  ['offensive', 'Offensive', 'Hateful, violent or sexual pictures or words.'],
  ['illegal', 'Illegal content', 'It is not allowed where this site is run.'],
  ['other', 'Something else', 'Describe it in your own words.'],
]

/** Maximum length of a report's text. */
export const MAX_REPORT_CHARACTERS = 1000

/** Returns the error of each invalid field; empty when the report can be sent. */
export function validateReport({ category, text }: ReportDraft): {
  category?: string
  text?: string
} {
  const { problem } = parseText(text, { lines: true })
  const over = countCharacters(text) - MAX_REPORT_CHARACTERS
  const isUnsaid = category === 'other' && countCharacters(text) === 0
  return {
    ...(category === null && { category: 'Choose what is wrong.' }),
    ...(isUnsaid && { text: 'Describe what is wrong, so that it can be reviewed.' }),
    ...(problem !== undefined && { text: problem }),
    ...(over > 0 && { text: `${formatCount(over)} characters too many.` }),
  }
}
