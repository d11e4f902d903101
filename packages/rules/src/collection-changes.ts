/** Terms of a phase as the contract takes them: wei and unix seconds. */
export type PublicTerms = {
  priceWei: bigint
  start: number
  /** 4294967295: no end. */
  end: number
  /** 65535: no limit. */
  walletLimit: number
  /** 0: no cap of its own. */
  supplyCap: number
}

/** Part of a phase that a change makes worse for minters. */
export type WorseTerm = 'price' | 'start' | 'end' | 'walletLimit' | 'supplyCap'

/** When a change counts: `atOnce`, or after the notice of the collection and one more transaction. */
export type ChangeTiming =
  | { kind: 'unchanged' }
  /** `reason`: why no notice is needed. */
  | { kind: 'at_once'; reason: 'no_notice' | 'not_live' | 'better' }
  /** `worse`: the terms that minters were promised for the time of the notice. */
  | { kind: 'after_notice'; worse: readonly WorseTerm[] }

/** Values beside a change that decide on it: seconds, and the chain's time. */
export type ChangeMoment = { noticeSeconds: number; now: number }

/** Returns whether the phase is open at `now`, [start, end). */
export function isOpenAt({ start, end }: PublicTerms, now: number): boolean {
  return now >= start && now < end
}

/** Returns when a change of the public phase counts, by the rule of `setPublicPhase`. */
export function timePhaseChange(
  current: PublicTerms,
  next: PublicTerms,
  { noticeSeconds, now }: ChangeMoment,
): ChangeTiming {
  if (isSameTerms(current, next)) return { kind: 'unchanged' }
  if (noticeSeconds === 0) return { kind: 'at_once', reason: 'no_notice' }
  if (!isOpenAt(current, now)) return { kind: 'at_once', reason: 'not_live' }
  const worse = listWorse(current, next, now)
  return worse.length === 0
    ? { kind: 'at_once', reason: 'better' }
    : { kind: 'after_notice', worse }
}

/** Returns the terms that are worse for minters. */
function listWorse(current: PublicTerms, next: PublicTerms, now: number): WorseTerm[] {
  const worse: Record<WorseTerm, boolean> = {
    price: next.priceWei > current.priceWei,
    start: next.start > Math.max(now, current.start),
    end: next.end < current.end,
    walletLimit: next.walletLimit < current.walletLimit,
    supplyCap:
      next.supplyCap !== 0 &&
      (current.supplyCap === 0 || next.supplyCap < current.supplyCap),
  }
  const terms: WorseTerm[] = ['price', 'start', 'end', 'walletLimit', 'supplyCap']
  return terms.filter((term) => worse[term])
}

/** When other terms of a listed phase count: `after_removal` of the present list. */
export type ListTiming =
  | { kind: 'unchanged' }
  | { kind: 'at_once' }
  /** `noticeSeconds`: between the removal of the present list and its end. */
  | { kind: 'after_removal'; worse: readonly WorseTerm[]; noticeSeconds: number }

/**
 * Returns when other terms of a listed phase count. The new list is valid beside the present one,
 * so minters choose: better terms count at once, and worse ones when the present list ends, by
 * the rule of `removeList`. `hasOpened`: the present list is or was open.
 */
export function timeListChange(
  current: PublicTerms,
  next: PublicTerms,
  { noticeSeconds, now, hasOpened }: ChangeMoment & { hasOpened: boolean },
): ListTiming {
  if (isSameTerms(current, next)) return { kind: 'unchanged' }
  const worse = listWorse(current, next, now)
  if (worse.length === 0) return { kind: 'at_once' }
  return { kind: 'after_removal', worse, noticeSeconds: hasOpened ? noticeSeconds : 0 }
}

function isSameTerms(one: PublicTerms, other: PublicTerms): boolean {
  return (
    one.priceWei === other.priceWei &&
    one.start === other.start &&
    one.end === other.end &&
    one.walletLimit === other.walletLimit &&
    one.supplyCap === other.supplyCap
  )
}

/**
 * Returns when a lower cap counts, by the rule of `lowerCap`. `mayMint`: the public phase or a
 * list is or was open.
 */
export function timeCapChange(
  mayMint: boolean,
  noticeSeconds: number,
): Exclude<ChangeTiming, { kind: 'unchanged' }> {
  if (noticeSeconds === 0) return { kind: 'at_once', reason: 'no_notice' }
  return mayMint
    ? { kind: 'after_notice', worse: [] }
    : { kind: 'at_once', reason: 'not_live' }
}

/** A payee: account and share in basis points. */
export type PayeeShare = { account: string; bps: number }

/** A payee of one of two lists; null: not in it. */
export type PayeeDifference = {
  account: string
  before: number | null
  after: number | null
}

/** Returns every account of two lists of payees with its shares, those of `after` first. */
export function comparePayees(
  before: readonly PayeeShare[],
  after: readonly PayeeShare[],
): PayeeDifference[] {
  const find = (list: readonly PayeeShare[], account: string) =>
    list.find((one) => one.account.toLowerCase() === account.toLowerCase())?.bps ?? null
  const left = before.filter(({ account }) => find(after, account) === null)
  return [...after, ...left].map(({ account }) => ({
    account,
    before: find(before, account),
    after: find(after, account),
  }))
}
