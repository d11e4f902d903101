import {
  type Address,
  concatHex,
  encodeFunctionData,
  type Hash,
  type Hex,
  isAddressEqual,
  parseAbi,
} from 'viem'
import { getBlock, readContract } from 'viem/actions'
import { sessionModule } from '../smart-account/contracts.ts'
import type { SmartAccount, Sponsor } from '../smart-account/smart-account.ts'
import { requireValidSpec } from './check-session-spec.ts'
import { requireAllowedPolicies } from './policy-registry.ts'
import { encodeSessionSpec, type SessionSpec, sessionModuleAbi } from './session-spec.ts'

const accountAbi = parseAbi([
  'function addModule(bytes moduleAndData)',
  'function listHooks(bool isValidation) view returns (address[])',
])

/**
 * Creates a session of a smart account by one transaction of its owner, and returns its hash. An
 * account without the session module gets it with the session; one that is not deployed is deployed
 * by the same transaction. Throws `WalletError`: `session_spec`, `unconstrained_policy`,
 * `policy_not_allowed`, and those of sending.
 */
export async function createSession(
  account: SmartAccount,
  spec: SessionSpec,
  sponsor: Sponsor = {},
): Promise<Hash> {
  const { timestamp } = await getBlock(account.reader)
  requireValidSpec(spec, account.address, timestamp)
  await requireAllowedPolicies(account.reader, spec)
  const call = await prepareCreateSession(account, spec)
  return account.sendTransaction({ ...call, ...sponsor })
}

/** Returns the call that creates a session: of the module, or of the account that lacks it. */
export async function prepareCreateSession(
  account: Pick<SmartAccount, 'address' | 'reader' | 'isDeployed'>,
  spec: SessionSpec,
): Promise<{ to: Address; data: Hex }> {
  if (await hasSessionModule(account)) {
    const data = encodeFunctionData({
      abi: sessionModuleAbi,
      functionName: 'createSession',
      args: [spec],
    })
    return { to: sessionModule, data }
  }
  const data = encodeFunctionData({
    abi: accountAbi,
    functionName: 'addModule',
    args: [concatHex([sessionModule, encodeSessionSpec(spec)])],
  })
  return { to: account.address, data }
}

async function hasSessionModule({
  address,
  reader,
  isDeployed,
}: Pick<SmartAccount, 'address' | 'reader' | 'isDeployed'>): Promise<boolean> {
  if (!(await isDeployed())) return false
  const hooks = await readContract(reader, {
    address,
    abi: accountAbi,
    functionName: 'listHooks',
    args: [true],
  })
  return hooks.some((hook) => isAddressEqual(hook, sessionModule))
}
