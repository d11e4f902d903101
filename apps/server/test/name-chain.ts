import { nameDeploymentPlan } from '@platemark/abi/deploy-names'
import { nameRegistryAbi } from '@platemark/abi/name-registry'
import {
  type Address,
  type ContractFunctionArgs,
  type ContractFunctionName,
  encodeFunctionData,
  type Hex,
  type PrivateKeyAccount,
} from 'viem'
import { ampleGas, type EmptyChain, emptyChain, mined } from './chain.ts'

export type NameChain = EmptyChain & {
  registry: Address
  resolver: Address
  /** Owner of the registry. */
  operator: PrivateKeyAccount
  /** Two accounts with funds. */
  people: [PrivateKeyAccount, PrivateKeyAccount]
}

/** A chain of its own with an open registry of the suffix `plate.test` and its home resolver. */
export async function nameChain(id: number): Promise<NameChain> {
  const anvil = await emptyChain(id)
  // Safe: anvil funds some accounts.
  const [operator, ...people] = anvil.funded as [
    PrivateKeyAccount,
    PrivateKeyAccount,
    PrivateKeyAccount,
  ]
  const { registry, resolver } = nameDeploymentPlan(operator.address)
  for (const { to, data } of [registry, resolver]) await send(anvil, operator, to, data)
  const chain = { ...anvil, operator, people, registry: registry.address }
  const named = { ...chain, resolver: resolver.address }
  await callRegistry(named, operator, 'setSuffix', ['plate.test'])
  await callRegistry(named, operator, 'pause', [false])
  return { ...named, people: [people[0], people[1]] }
}

type Called = Pick<NameChain, 'client' | 'chain' | 'registry'>
type Write = ContractFunctionName<typeof nameRegistryAbi, 'nonpayable' | 'payable'>

/** Sends a call to the registry; throws when it reverts. `value` is in wei. */
export async function callRegistry<Name extends Write>(
  { registry, ...chain }: Called,
  account: PrivateKeyAccount,
  functionName: Name,
  args: ContractFunctionArgs<typeof nameRegistryAbi, 'nonpayable' | 'payable', Name>,
  value = 0n,
): Promise<void> {
  // Safe: the types above hold name and arguments together.
  const call = { abi: nameRegistryAbi, functionName, args } as Parameters<
    typeof encodeFunctionData
  >[0]
  await send(chain, account, registry, encodeFunctionData(call), value)
}

/** Sends a transaction; throws when it reverts. `value` is in wei. */
export async function send(
  { client, chain }: Pick<EmptyChain, 'client' | 'chain'>,
  account: PrivateKeyAccount,
  to: Address,
  data: Hex,
  value = 0n,
): Promise<void> {
  const transaction = { account, chain, to, data, value, ...ampleGas }
  const hash = await client.sendTransaction(transaction)
  await mined({ client }, hash)
}
