type FollowedChain = { name: string; behind_seconds: number | null }

/** Seconds from which a network counts as late. */
const BEHIND_SECONDS = 60

/** Describes the networks whose events are counted late: `Ink is 3 minutes behind.` */
export function listBehind(chains: readonly FollowedChain[]): string[] {
  return chains.flatMap(({ name, behind_seconds: seconds }) => {
    if (seconds === null || seconds <= BEHIND_SECONDS) return []
    const minutes = Math.floor(seconds / 60)
    const amount =
      minutes < 120
        ? `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
        : `${Math.floor(minutes / 60)} hours`
    return [`${name} is ${amount} behind.`]
  })
}
