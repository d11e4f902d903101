import type { CampaignStatus, CampaignTemplate } from '@platemark/api/campaigns'

/** Words for what a campaign of a template counts. */
export type CampaignNouns = {
  /** `1 point`, `3 stamps`. */
  score: (count: number) => string
  /** Heading of the score: `Points`. */
  heading: string
  /** `1,284 people are taking part.`, or once it ended `1,284 people took part.` */
  participants: (count: number, status: CampaignStatus) => string
}

const pluralize = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

/** As `pluralize`, on one line. */
const pluralizeTogether = (...noun: Parameters<typeof pluralize>) =>
  pluralize(...noun).replace(' ', '\u00a0')

const hasEnded: ReadonlySet<CampaignStatus> = new Set(['settling', 'frozen', 'closed'])

function countPeople(count: number, status: CampaignStatus): string {
  const people = pluralizeTogether(count, 'person', 'people')
  if (hasEnded.has(status)) return `${people} took part.`
  return `${people} ${count === 1 ? 'is' : 'are'} taking part.`
}

function countCards(count: number, status: CampaignStatus): string {
  const cards = pluralizeTogether(count, 'card')
  if (!hasEnded.has(status)) return `${cards} in play.`
  return `${cards} ${count === 1 ? 'was' : 'were'} in play.`
}

/** Returns the words for a template: stamps for a card, else points. */
export function getCampaignNouns(template: CampaignTemplate): CampaignNouns {
  if (template === 'stamp_card') {
    return {
      score: (count) => pluralize(count, 'stamp'),
      heading: 'Stamps',
      participants: countCards,
    }
  }
  return {
    score: (count) => pluralize(count, 'point'),
    heading: 'Points',
    participants: countPeople,
  }
}
