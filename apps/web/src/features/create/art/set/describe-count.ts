import { formatCount } from '@platemark/rules/amounts'
import type { ProblemCode } from '@platemark/works/messages'
import type { WorkProblem } from '@platemark/works/work-types'

/** Problems of a set whose items may each be right. */
const OF_THE_SET: readonly ProblemCode[] = [
  'unreadable',
  'columns',
  'order',
  'id_gap',
  'extra_file',
  'trait_name',
  'too_many_traits',
  'supply',
  'count',
]

/** Problems of rows that are no works yet. */
const UNREAD: readonly ProblemCode[] = ['half_row', 'wrong_id', 'repeated_id']

type Counted = {
  problems: readonly WorkProblem[]
  /** All problems, of which `problems` may be the first ones only. */
  problemCount: number
  workCount: number
}

/**
 * Returns how many items of a set are fine, and how much needs attention. Only what is wrong with
 * an item itself counts against it; the rest is about the whole set.
 */
export function describeCount({ problems, problemCount, workCount }: Counted): string {
  if (problemCount === 0) {
    return workCount === 1
      ? '1 item is fine.'
      : `All ${formatCount(workCount)} items are fine.`
  }
  // Of problems that were not sent the items are unknown.
  if (problemCount > problems.length) return `${needs(problemCount)} before you deploy.`
  const own = problems.filter((problem) => !isOfSet(problem))
  const ofSet = problems.length - own.length
  if (own.length === 0) {
    return `Each item is fine by itself. ${needs(ofSet, ' about the whole set')} before you deploy.`
  }
  const total = workCount + countPlaces(own.filter(isUnread))
  const fine = Math.max(0, total - countPlaces(own))
  const counted = `${formatCount(fine)} of ${formatCount(total)} items are fine.`
  const rest = ofSet > 0 ? `, ${formatCount(ofSet)} of them about the whole set` : ''
  return `${counted} ${needs(problemCount)} before you deploy${rest}.`
}

function isOfSet({ code, fix }: WorkProblem): boolean {
  // A file that can be left out belongs to no item.
  return OF_THE_SET.includes(code) || fix?.kind === 'leave_out'
}

function isUnread({ code, field }: WorkProblem): boolean {
  return UNREAD.includes(code) || (code === 'json' && field === undefined)
}

function countPlaces(problems: readonly WorkProblem[]): number {
  return new Set(problems.map(({ file, line }) => `${file}:${line ?? ''}`)).size
}

function needs(count: number, about = ''): string {
  return count === 1
    ? `1 thing${about} needs your attention`
    : `${formatCount(count)} things${about} need your attention`
}
