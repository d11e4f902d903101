import { nameDeploymentPlan } from '@platemark/abi/deploy-names'
import { nameRegistryAbi } from '@platemark/abi/name-registry'
import { labelToTokenId } from '@platemark/rules/name-label'
import {
  type Address,
  type ContractFunctionArgs,
  type ContractFunctionName,
  encodeFunctionData,
  type Hash,
  type PrivateKeyAccount,
  type TransactionReceipt,
  zeroAddress,
} from 'viem'
import { saveNames, savePrimaries } from '../src/areas/names/queries/projected.ts'
import { reduceName } from '../src/areas/names/reduce-name.ts'
import { ampleGas, mined, type TestChain } from './chain.ts'
import { ada, type TestServer } from './server.ts'

type Write = ContractFunctionName<typeof nameRegistryAbi, 'nonpayable' | 'payable'>

/** Settings by which a server uses the registry of the owner of a test chain. */
export function nameSettings({ alias, owner }: TestChain) {
  return { names: { chain: alias, owner: owner.address } }
}

/** A name that `giveName` gives to ada. */
export const GIVEN_NAME = 'quiet-shore'

const opened = new WeakMap<TestChain, Promise<void>>()

/** Registers a name for ada on the chain, once, and in the database of a server with names. */
export async function giveName(server: TestServer, chain: TestChain): Promise<void> {
  if (!server.configuration.names) return
  const opening = opened.get(chain) ?? registerGiven(chain)
  opened.set(chain, opening)
  await opening
  const account = ada.address.toLowerCase()
  const event = {
    block: 1,
    logIndex: 0,
    transaction: `0x${'7'.repeat(64)}`,
    time: new Date(),
  }
  const registered = reduceName(undefined, {
    ...{ kind: 'transfer', name: GIVEN_NAME, data: { from: zeroAddress, to: account } },
    ...event,
  })
  await saveNames(server.database, chain.id, registered ? [registered] : [])
  const primary = { onchain: GIVEN_NAME, onchain_at: new Date() }
  await savePrimaries(server.database, chain.id, new Map([[account, primary]]))
}

/** Deploys the registry, and registers the name of `giveName` as ada's primary one. */
export async function registerGiven(chain: TestChain): Promise<void> {
  const names = await testNames(chain)
  await names.fund(ada)
  await names.register(ada, GIVEN_NAME, true)
}

export type TestNames = Awaited<ReturnType<typeof testNames>>

/**
 * The registry of the owner of a test chain, deployed and open, with the suffix `plate.test`, and
 * the settings by which a server uses it.
 */
export async function testNames(chain: TestChain) {
  const { owner, client } = chain
  const plan = nameDeploymentPlan(owner.address)
  for (const { to, data } of [plan.registry, plan.resolver]) {
    const hash = await client.sendTransaction({
      ...{ account: owner, chain: chain.chain, to, data, ...ampleGas },
    })
    await mined(chain, hash)
  }
  const registry = plan.registry.address

  /** Sends a call without waiting for its block. `value` is in wei. */
  const submit = <Name extends Write>(
    account: PrivateKeyAccount,
    functionName: Name,
    args: ContractFunctionArgs<typeof nameRegistryAbi, 'nonpayable' | 'payable', Name>,
    value = 0n,
  ): Promise<Hash> => {
    // Safe: the types above hold name and arguments together.
    const call = { abi: nameRegistryAbi, functionName, args } as Parameters<
      typeof encodeFunctionData
    >[0]
    const data = encodeFunctionData(call)
    return client.sendTransaction({
      ...{ account, chain: chain.chain, to: registry, data, value, ...ampleGas },
    })
  }

  /** Sends a call; throws when it reverts. */
  const call = async <Name extends Write>(
    account: PrivateKeyAccount,
    functionName: Name,
    args: ContractFunctionArgs<typeof nameRegistryAbi, 'nonpayable' | 'payable', Name>,
    value = 0n,
  ): Promise<TransactionReceipt> => {
    return mined(chain, await submit(account, functionName, args, value))
  }

  await call(owner, 'setSuffix', ['plate.test'])
  await call(owner, 'pause', [false])
  return {
    settings: nameSettings(chain),
    registry,
    submit,
    call,
    /** Registers a name for an account, which pays. */
    register: (account: PrivateKeyAccount, label: string, isPrimary = false) =>
      call(
        account,
        'register',
        [labelToTokenId(label), account.address, isPrimary],
        10n ** 17n,
      ),
    transfer: (account: PrivateKeyAccount, to: Address, label: string) =>
      call(account, 'transferFrom', [account.address, to, labelToTokenId(label)]),
    setTexts: (
      account: PrivateKeyAccount,
      label: string,
      texts: Record<string, string>,
    ) =>
      call(account, 'setTexts', [
        labelToTokenId(label),
        Object.keys(texts),
        Object.values(texts),
      ]),
    fund: async (...accounts: { address: Address }[]) => {
      for (const { address } of accounts)
        await client.setBalance({ address, value: 10n ** 21n })
    },
  }
}
