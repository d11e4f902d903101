import { collectionAbi } from '@platemark/abi/collection'
import {
  formatAmount,
  formatCount,
  shortAddress,
  shortenAmount,
} from '@platemark/rules/amounts'
import { formatMoment } from '@platemark/rules/times'
import {
  type CallPolicy,
  constraintConditions,
  limitTypes,
  type SessionConstraint,
  type SessionSpec,
  type TransferPolicy,
  type UsageLimit,
} from '@platemark/wallet/session-keys/session-spec'
import type {
  LimitRemainder,
  SessionState,
} from '@platemark/wallet/session-keys/session-state'
import {
  type AbiFunction,
  hexToBigInt,
  isAddressEqual,
  slice,
  toFunctionSelector,
} from 'viem'
import { mintToSelector } from './mint-session.ts'

type Coin = { symbol: string; decimals: number }

/** Session in the terms of its sentences. */
export type SessionSubject = {
  spec: SessionSpec
  /** Rest of its limits; absent before it exists. */
  state?: SessionState
  account: `0x${string}`
  coin: Coin
  /** Returns the name of a collection at an address, where it is known. */
  nameOf?(address: string): string | undefined
}

/** Terms of a session in words: what its key may do, the fees it may spend, and its end. */
export type SessionTerms = { title: string; allows: string[]; fees: string; ends: string }

/** Describes a session in words. Its limits are exact; what is left of an amount is rounded down. */
export function describeSessionTerms(subject: SessionSubject, now: number): SessionTerms {
  const { spec, state, coin } = subject
  const calls = spec.callPolicies.flatMap((policy) => describeCall(policy, subject))
  const transfers = spec.transferPolicies.map((policy) =>
    describeTransfer(policy, subject),
  )
  return {
    title: describeTitle(subject),
    allows: [...calls, ...transfers],
    fees: `Network fees: ${limitText(spec.feeLimit, state?.feesRemaining, amountsIn(coin))}`,
    ends: `${isPast(spec, now) ? 'Ended' : 'Ends'} ${formatMoment(Number(spec.expiresAt), true, now)}`,
  }
}

/** Returns the state of a session in a word or two; sessions without rest are used up. */
export function describeSessionState(
  { spec, state }: Required<Pick<SessionSubject, 'spec' | 'state'>>,
  now: number,
): 'Active' | 'Used up' | 'Expired' | 'Ended' | 'Not confirmed yet' {
  if (state.status === 'NotInitialized') return 'Not confirmed yet'
  if (state.status === 'Closed') return 'Ended'
  if (state.status === 'Expired' || isPast(spec, now)) return 'Expired'
  const isUsedUp = state.feesRemaining === 0n || hasNoCallsLeft(spec, state)
  return isUsedUp ? 'Used up' : 'Active'
}

function isPast({ expiresAt }: SessionSpec, now: number): boolean {
  return Number(expiresAt) < now
}

/** A word of a call that may sum to no more than nothing ends its policy. */
function hasNoCallsLeft(spec: SessionSpec, state: SessionState): boolean {
  const isSpent = ({ target, selector }: CallPolicy) =>
    state.callParams.some(
      (left) =>
        left.remaining === 0n &&
        left.selector === selector &&
        isAddressEqual(left.target, target),
    )
  const { callPolicies, transferPolicies } = spec
  return (
    transferPolicies.length === 0 &&
    callPolicies.length > 0 &&
    callPolicies.every(isSpent)
  )
}

function describeTitle({ spec, nameOf }: SessionSubject): string {
  const [first, ...others] = spec.callPolicies
  if (first && others.length === 0 && first.selector === mintToSelector)
    return `Mint from ${nameOf?.(first.target) ?? shortAddress(first.target)}`
  if (!first && spec.transferPolicies.length > 0) return 'Send coins'
  return 'Call contracts'
}

function describeCall(policy: CallPolicy, subject: SessionSubject): string[] {
  const { target, selector, constraints } = policy
  const { state, coin } = subject
  const value = state?.callValue.find((left) => isOfPolicy(left, policy))?.remaining
  const name = functionNames.get(selector) ?? selector
  const place = subject.nameOf?.(target)
  const where = place ? `${place} (${shortAddress(target)})` : shortAddress(target)
  return [
    `Call ${name} of ${where}, paying ${spendText(policy, value, coin)}`,
    ...constraints.flatMap((one) => describeConstraint(one, policy, subject)),
  ]
}

function describeTransfer(
  policy: TransferPolicy,
  { state, coin }: SessionSubject,
): string {
  const { target } = policy
  const left = state?.transferValue.find((one) => isAddressEqual(one.target, target))
  return `Send to ${shortAddress(target)} ${spendText(policy, left?.remaining, coin)}`
}

/** Formats the most of one use, and the limit in all. */
function spendText(
  { maxValuePerUse, valueLimit }: Pick<CallPolicy, 'maxValuePerUse' | 'valueLimit'>,
  remaining: bigint | undefined,
  coin: Coin,
): string {
  const each = `at most ${formatAmount(maxValuePerUse, coin)} each time`
  return `${each}, ${limitText(valueLimit, remaining, amountsIn(coin))}`
}

type LimitFormats = Record<'format' | 'formatRest', (value: bigint) => string>

/** Formats a limit: `at most 0.3 ETH in all, 0.1 ETH left`. */
function limitText(
  { limitType, limit, period }: UsageLimit,
  remaining: bigint | undefined,
  { format, formatRest }: LimitFormats,
): string {
  if (limitType === limitTypes.Unlimited) return 'without a limit in all'
  const span =
    limitType === limitTypes.Allowance ? `in each ${periodText(period)}` : 'in all'
  const rest = remaining === undefined ? '' : `, ${formatRest(remaining)} left`
  return `at most ${format(limit)} ${span}${rest}`
}

function periodText(seconds: bigint): string {
  const units = [
    [86_400n, 'day'],
    [3_600n, 'hour'],
    [60n, 'minute'],
  ] as const
  const unit = units.find(([length]) => seconds % length === 0n)
  const [length, name] = unit ?? [1n, 'second']
  const count = seconds / length
  return count === 1n ? name : `${formatCount(count)} ${name}s`
}

const comparisons: Record<number, string> = {
  [constraintConditions.Equal]: 'must be',
  [constraintConditions.Greater]: 'must be more than',
  [constraintConditions.Less]: 'must be less than',
  [constraintConditions.GreaterEqual]: 'must be at least',
  [constraintConditions.LessEqual]: 'must be at most',
  [constraintConditions.NotEqual]: 'must not be',
}

function describeConstraint(
  constraint: SessionConstraint,
  policy: CallPolicy,
  subject: SessionSubject,
): string[] {
  const { condition, index, refValue, limit } = constraint
  const word = wordName(policy, index)
  const comparison = comparisons[condition]
  const texts = comparison ? [`${word} ${comparison} ${wordText(refValue, subject)}`] : []
  if (limit.limitType === limitTypes.Unlimited) return texts
  const left = subject.state?.callParams.find(
    (one) => one.index === index && isOfPolicy(one, policy),
  )
  return [...texts, `${word}: ${limitText(limit, left?.remaining, counts)}`]
}

/** Returns the name of a word of a call: one of our own functions, else its place from 1. */
function wordName({ selector }: CallPolicy, index: bigint): string {
  if (selector === mintToSelector && index === 0n) return 'Receiver'
  if (selector === mintToSelector && index === 2n) return 'Items'
  return `Value ${index + 1n}`
}

/** Formats a word: the account, another address, or a number. */
function wordText(word: `0x${string}`, { account }: SessionSubject): string {
  const value = hexToBigInt(word)
  const isAddress = value > 2n ** 96n && value < 2n ** 160n
  if (!isAddress) return value < 2n ** 64n ? formatCount(value) : word
  const address = slice(word, 12)
  return isAddressEqual(address, account)
    ? `your account ${shortAddress(account)}`
    : shortAddress(address)
}

function isOfPolicy({ target, selector }: LimitRemainder, policy: CallPolicy): boolean {
  return selector === policy.selector && isAddressEqual(target, policy.target)
}

const counts: LimitFormats = { format: formatCount, formatRest: formatCount }

function amountsIn(coin: Coin): LimitFormats {
  return {
    format: (value) => formatAmount(value, coin),
    formatRest: (value) => shortenAmount(value, coin, 'down').text,
  }
}

const functionNames = new Map(
  collectionAbi
    .filter((item): item is Extract<typeof item, AbiFunction> => item.type === 'function')
    .map((item) => [toFunctionSelector(item), item.name] as const),
)
