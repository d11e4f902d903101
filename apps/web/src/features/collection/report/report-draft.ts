import type { ModerationCategory } from '@platemark/api/moderation'
import { formatCount } from '@platemark/rules/amounts'
import { countCharacters } from '../../../lib/format.ts'

/** A report as far as it is written. */
export type ReportDraft = { category: ModerationCategory | null; text: string }

export const emptyReport: ReportDraft = { category: null, text: '' }

/** What can be wrong, in the order it is offered. */
export const categories: [ModerationCategory, title: string, text: string][] = [
  ['copy', 'A copy', 'The work of somebody else, without their leave.'],
  ['impersonation', 'A false name', 'It pretends to be somebody, or made by somebody.'],
  ['scam', 'A fraud', 'It promises what it will not keep, or leads to a trap.'],
  ['offensive', 'Offensive', 'Hateful, violent or sexual pictures or words.'],
  ['illegal', 'Against the law', 'It must not be shown where this site is run.'],
  ['other', 'Something else', 'Say in your own words what it is.'],
]

/** The most characters that a report takes. */
export const MAX_REPORT_CHARACTERS = 1000

/** What is missing or too much before it can be sent; empty: nothing. */
export function validateReport({ category, text }: ReportDraft): {
  category?: string
  text?: string
} {
  const over = countCharacters(text) - MAX_REPORT_CHARACTERS
  const isUnsaid = category === 'other' && countCharacters(text) === 0
  return {
    ...(category === null && { category: 'Choose what is wrong.' }),
    ...(isUnsaid && { text: 'Say what it is, so that somebody can look at it.' }),
    ...(over > 0 && { text: `${formatCount(over)} characters too many.` }),
  }
}
