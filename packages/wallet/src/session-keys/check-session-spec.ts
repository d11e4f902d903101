import {
  type Address,
  type Hex,
  isAddressEqual,
  toFunctionSelector,
  zeroAddress,
} from 'viem'
import { WalletError } from '../errors.ts'
import { sessionModule } from '../smart-account/contracts.ts'
import {
  constraintConditions,
  limitTypes,
  type SessionSpec,
  type UsageLimit,
} from './session-spec.ts'

/** Functions that give tokens away: their first argument has to be fixed. */
const restrictedSelectors: readonly Hex[] = [
  toFunctionSelector('function setApprovalForAll(address, bool)'),
  toFunctionSelector('function approve(address, uint256)'),
  toFunctionSelector('function transfer(address, uint256)'),
]

/** Returns whether a call of this function gives tokens, or the right to them, to an address. */
export function isRestrictedSelector(selector: Hex): boolean {
  return restrictedSelectors.includes(selector)
}

/**
 * Checks a session before anyone is asked to sign it, at `now` in Unix seconds. Throws
 * `WalletError`: `session_spec` with the reason, or `unconstrained_policy`.
 */
export function requireValidSpec(spec: SessionSpec, account: Address, now: bigint): void {
  const { callPolicies, transferPolicies } = spec
  if (isAddressEqual(spec.signer, zeroAddress)) refuse('the session key is missing')
  if (isAddressEqual(spec.signer, account))
    refuse('the session key must not be the account')
  if (spec.expiresAt <= now) refuse('it must end in the future')
  if (spec.feeLimit.limitType === limitTypes.Unlimited) refuse('its fees need a limit')
  if (callPolicies.length + transferPolicies.length === 0)
    refuse('it needs at least one policy')
  for (const limit of listLimits(spec)) requireLimit(limit)
  requireDistinct(callPolicies.map(({ target, selector }) => target + selector))
  requireDistinct(transferPolicies.map(({ target }) => target))
  for (const { target, selector, constraints } of callPolicies) {
    if (isAddressEqual(target, account) || isAddressEqual(target, sessionModule))
      refuse('it must not manage the account or its sessions')
    const isFixed = constraints.some(
      ({ index, condition }) => index === 0n && condition === constraintConditions.Equal,
    )
    if (isRestrictedSelector(selector) && !isFixed)
      throw new WalletError('unconstrained_policy')
  }
}

function listLimits({ feeLimit, callPolicies, transferPolicies }: SessionSpec) {
  return [
    feeLimit,
    ...transferPolicies.map(({ valueLimit }) => valueLimit),
    ...callPolicies.flatMap(({ valueLimit, constraints }) => [
      valueLimit,
      ...constraints.map(({ limit }) => limit),
    ]),
  ]
}

function requireLimit({ limitType, limit, period }: UsageLimit): void {
  if (limit < 0n || period < 0n) refuse('a limit must not be negative')
  if (limitType === limitTypes.Allowance && period === 0n)
    refuse('an allowance needs a period')
}

function requireDistinct(keys: string[]): void {
  const distinct = new Set(keys.map((key) => key.toLowerCase()))
  if (distinct.size < keys.length) refuse('two policies are for the same target')
}

function refuse(reason: string): never {
  throw new WalletError('session_spec', { values: { reason } })
}
