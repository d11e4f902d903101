/** The count of the collection, which a cap follows; the counts of phases have none. */
const MINTED = /"minted":(\d+),"max_supply"/g

/**
 * Measures how old the live counts of one collection are when they reach each listener; a number
 * stands for every lower one.
 */
export function createLiveAges(now: () => number = () => performance.now()) {
  const mintedAt: number[] = []
  const listeners: { last: number | undefined }[] = []
  let oldest = 0
  /** Notes the age of the numbers above `last`, up to `minted`. */
  const addAges = (last: number, minted: number) => {
    for (let at = last + 1; at <= minted; at += 1) {
      oldest = Math.max(oldest, now() - (mintedAt[at] ?? now()))
    }
  }
  return {
    /** Notes that the chain has this many minted tokens now. */
    addMint(minted: number): void {
      mintedAt[minted] = now()
    },
    /** Adds a listener; returns the function that takes its events as text. */
    addListener(): (text: string) => void {
      const listener: { last: number | undefined } = { last: undefined }
      listeners.push(listener)
      return (text) => {
        for (const [, count = ''] of text.matchAll(MINTED)) {
          const minted = Number(count)
          // The first event has the state at that time, of whatever age.
          addAges(listener.last ?? minted, minted)
          listener.last = minted
        }
      }
    },
    /** Returns the largest age in milliseconds, of numbers that have not arrived at a listener too. */
    oldestMs(): number {
      for (const { last } of listeners) {
        if (last !== undefined) addAges(last, mintedAt.length - 1)
      }
      return Math.round(oldest)
    },
  }
}
