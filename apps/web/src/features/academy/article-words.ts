import type { ArticleLevel } from '@platemark/api/academy'

/** Levels of lessons in order, as the page names them. */
export const levelNames = {
  beginner: 'Beginner',
  intermediate: 'Intermediate',
  advanced: 'Advanced',
} as const satisfies Record<ArticleLevel, string>

const numbers = [
  ...['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'],
  ...['Ten', 'Eleven', 'Twelve', 'Thirteen', 'Fourteen', 'Fifteen', 'Sixteen'],
  ...['Seventeen', 'Eighteen', 'Nineteen', 'Twenty'],
]

/** Returns a number as the first word of a sentence: `Sixteen`, above twenty `21`. */
export function toNumberWord(count: number): string {
  return numbers[count] ?? String(count)
}

/** Returns `1 lesson`, `4 lessons`. */
export function countLessons(count: number): string {
  return `${count} ${count === 1 ? 'lesson' : 'lessons'}`
}

/** Returns `1 minute`, `7 minutes`. */
export function countMinutes(count: number): string {
  return `${count} ${count === 1 ? 'minute' : 'minutes'}`
}

/** Returns a tag as the page shows it: `smart-wallets` is `Smart wallets`. */
export function toTagName(tag: string): string {
  const words = tag.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
]

/** Returns the day of an ISO date or time in UTC: `27 November 2026`. */
export function formatLongDay(date: string): string {
  const day = new Date(date)
  return `${day.getUTCDate()} ${months[day.getUTCMonth()]} ${day.getUTCFullYear()}`
}

/** Returns the address of a lesson, at one of its headings if `heading` is given. */
export function articleHref(alias: string, heading?: string): string {
  return `/academy/${alias}${heading ? `#${heading}` : ''}`
}
