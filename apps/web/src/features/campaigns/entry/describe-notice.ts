import type { CampaignNotice } from '@platemark/api/campaigns'
import { formatLongTime } from '@platemark/rules/utc-dates'

/** Longest answer that the server takes. */
export const MAX_ANSWER_CHARACTERS = 2000

type NoticeView = {
  kind: 'info' | 'success' | 'warning' | 'error'
  title: string
  text: string
  canAnswer: boolean
}

/** Describes where a notice stands; `now` is the time of the server in ms since 1970. */
export function describeNotice(
  { answer_until, decision, answer }: CampaignNotice,
  now: number,
): NoticeView {
  if (decision === 'disqualified') {
    return {
      ...{ kind: 'error', title: 'You were disqualified', canAnswer: false },
      text: 'The reason is next to your row on the leaderboard. Your credits stay published.',
    }
  }
  if (decision === 'kept') {
    return {
      ...{ kind: 'success', title: 'You stay in the campaign', canAnswer: false },
      text: 'The operator decided after a notice that your entry counts.',
    }
  }
  const until = formatLongTime(answer_until)
  const title = 'The operator is about to disqualify you'
  if (now >= Date.parse(answer_until)) {
    return {
      ...{ kind: 'warning', title, canAnswer: false },
      text: `Answers closed on ${until}. The decision follows before the result is frozen.`,
    }
  }
  return {
    ...{ kind: 'warning', title, canAnswer: true },
    text: answer
      ? `Your answer was sent. You can replace it until ${until}.`
      : `You can answer until ${until}. Nothing is decided before.`,
  }
}
