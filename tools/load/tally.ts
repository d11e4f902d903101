/** What was answered to all connections. */
export type Tally = {
  /** How often, by status; `broken` are those that got no answer. */
  statuses: Record<string, number>
  /** Answers that are no success and no refusal, the first of them. */
  odd: string[]
  /** Refusals that do not say when to try again, the first of them. */
  silent: string[]
  writes: number
  /** Milliseconds to the end of an answer, of one in a hundred. */
  times: number[]
}

export type Answered = {
  question: string
  status: number
  retryAfter: string | undefined
  body: string
  ms: number
}

const MOST_TOLD = 20

/** Counts answers of many connections. */
export function startTally() {
  const tally: Tally = { statuses: {}, odd: [], silent: [], writes: 0, times: [] }
  let count = 0
  const tell = (list: string[], line: string) => {
    if (list.length < MOST_TOLD) list.push(line)
  }
  return {
    told: () => tally,
    wrote: () => {
      tally.writes += 1
    },
    broke: (question: string, error: unknown) => {
      tally.statuses.broken = (tally.statuses.broken ?? 0) + 1
      tell(tally.odd, `${question}: ${error}`)
    },
    answered: ({ question, status, retryAfter, body, ms }: Answered) => {
      tally.statuses[status] = (tally.statuses[status] ?? 0) + 1
      count += 1
      if (count % 100 === 0) tally.times.push(ms)
      const isRefusal = status === 429 || status === 503
      if (isRefusal && !/^[1-9]\d*$/.test(retryAfter ?? '')) {
        tell(tally.silent, `${question}: ${status}, Retry-After ${retryAfter}`)
      }
      const isExpected = (status >= 200 && status < 300) || status === 304 || isRefusal
      if (!isExpected) tell(tally.odd, `${question}: ${status} ${body.slice(0, 200)}`)
    },
  }
}
