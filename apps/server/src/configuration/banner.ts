import * as z from 'zod'
import { instant } from './fields.ts'

/** Settings of the banner above the header of every page. */
export const bannerFields = z.strictObject({
  is_enabled: z
    .boolean('Enter true or false.')
    .default(false)
    .describe('Shows the banner.'),
  id: z
    .string('Enter a name.')
    .regex(/^[a-z0-9-]{1,40}$/, 'Use up to 40 of a-z, 0-9 and hyphens.')
    .default('sunset')
    .describe(
      'Change it with the text, so that people who closed the old banner see the new one.',
    ),
  kind: z
    .enum(['info', 'warning'], 'Use info or warning.')
    .default('warning')
    .describe('Urgency of its look.'),
  text: bannerText()
    .default(
      'This version will be deactivated on {date}. The new version is live at {site}.',
    )
    .describe('Text of the banner. `{date}` stands for the date, `{site}` for the link.'),
  date_mode: z
    .enum(['fixed', 'month_end'], 'Use fixed or month_end.')
    .default('month_end')
    .describe(
      '`fixed`: the date below. `month_end`: the last day of this month, in UTC.',
    ),
  date: instant().nullable().default(null).describe('Date for `fixed`.'),
  site_label: z
    .string('Enter text.')
    .min(1, 'Enter text.')
    .max(60, 'At most 60 characters.')
    .default('the main site')
    .describe('Text of the link.'),
  site_url: z
    .string('Enter an https address.')
    .refine(
      (url) => /^https:\/\//.test(url) && URL.canParse(url),
      'Enter an https address.',
    )
    .nullable()
    .default(null)
    .describe('Target of the link, opened in a new tab.'),
  is_dismissible: z
    .boolean('Enter true or false.')
    .default(false)
    .describe('Lets people close it.'),
  from: instant().nullable().default(null).describe('Not shown before this time.'),
  until: instant().nullable().default(null).describe('Not shown from this time on.'),
  text_after: bannerText()
    .nullable()
    .default(null)
    .describe('Text once a fixed date has passed. Absent: unchanged.'),
})

export type BannerConfiguration = z.output<typeof bannerFields>

/** Finds the first part of a banner that contradicts another, with an error message. */
export function findBannerContradiction(
  banner: BannerConfiguration,
): [part: string, sentence: string] | undefined {
  const { is_enabled, text, text_after, date_mode, date, site_url, from, until } = banner
  if (!is_enabled) return undefined
  const texts = `${text} ${text_after ?? ''}`
  if (texts.includes('{site}') && site_url === null) {
    return ['site_url', 'The text names {site}, so enter its https address.']
  }
  if (date_mode === 'fixed' && date === null && texts.includes('{date}')) {
    return ['date', 'The text names {date}, so enter it, or use month_end.']
  }
  const isNever = from !== null && until !== null && Date.parse(from) >= Date.parse(until)
  return isNever ? ['until', 'It must be later than from.'] : undefined
}

function bannerText() {
  return z
    .string('Enter text.')
    .min(1, 'Enter text.')
    .refine((text) => [...text].length <= 200, 'At most 200 characters.')
    .regex(/^\P{Cc}*$/u, 'Use one line of plain text.')
    .regex(/^(?:[^{}]|\{date\}|\{site\})*$/, 'Use no braces but {date} and {site}.')
    .regex(/^(?!.*(\{date\}|\{site\}).*\1)/, 'Use {date} and {site} once each.')
}
