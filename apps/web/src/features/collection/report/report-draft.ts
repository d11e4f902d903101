import type { ModerationCategory } from '@platemark/api/moderation'
import { formatCount } from '@platemark/rules/amounts'
import { countCharacters, parseText } from '@platemark/rules/characters'

/** Input of an unsent report. */
export type ReportDraft = { category: ModerationCategory | null; text: string }

export const emptyReport: ReportDraft = { category: null, text: '' }

/** Report categories in display order. */
export const categories: [ModerationCategory, title: string, text: string][] = [
  ['copy', 'A copy', 'The work of somebody else, without their leave.'],
  ['impersonation', 'A false name', 'It pretends to be somebody, or made by somebody.'],
  ['scam', 'A fraud', 'It promises what it will not keep, or leads to a trap.'],
  ['offensive', 'Offensive', 'Hateful, violent or sexual pictures or words.'],
  ['illegal', 'Against the law', 'It must not be shown where this site is run.'],
  ['other', 'Something else', 'Say in your own words what it is.'],
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
    ...(isUnsaid && { text: 'Say what it is, so that somebody can look at it.' }),
    ...(problem !== undefined && { text: problem }),
    ...(over > 0 && { text: `${formatCount(over)} characters too many.` }),
  }
}
