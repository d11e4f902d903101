import type { CampaignTemplate } from '@platemark/api/campaigns'

/** Words for what a campaign of a template counts. */
export type CampaignNouns = {
  /** `1 point`, `3 stamps`. */
  score: (count: number) => string
  /** Heading of the score: `Points`. */
  heading: string
  /** `1,284 people take part.` */
  participants: (count: number) => string
}

const pluralize = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

const takePart = (count: number) =>
  count === 1
    ? '1 person takes part.'
    : `${pluralize(count, 'person', 'people')} take part.`

/** Returns the words for a template: stamps for a card, else points. */
export function getCampaignNouns(template: CampaignTemplate): CampaignNouns {
  if (template === 'stamp_card') {
    return {
      score: (count) => pluralize(count, 'stamp'),
      heading: 'Stamps',
      participants: (count) => `${pluralize(count, 'card')} in play.`,
    }
  }
  return {
    score: (count) => pluralize(count, 'point'),
    heading: 'Points',
    participants: takePart,
  }
}
