import type { Address, Hex } from 'viem'
import type { Random } from '../../agreement/random.ts'
import type { Collection, Plan, World } from './world.ts'

/** A transaction that somebody sends. */
export type Deed = {
  kind: string
  from: Address
  to: Address
  data: Hex
  value?: bigint
  /** For the journal: which collection, how many. */
  about: string
}

/** What there is when somebody decides what to send. */
export type Scene = {
  random: Random
  chainId: number
  factory: Address
  /** Owner of the factory. */
  operator: Address
  people: readonly [Address, ...Address[]]
  /** Contracts that log whatever they are told. */
  forgers: readonly [Address, ...Address[]]
  /** Everything that was ever planned, by salt. */
  plans: Map<Hex, Plan>
  world: World
  /** The second of the block before. */
  now: number
}

/** A way to use a collection; undefined when this one cannot be used so now. */
export type Use = (scene: Scene, collection: Collection) => Deed | undefined

/** One of `choices`, or undefined of none. */
export function anyOf<T>(random: Random, choices: readonly T[]): T | undefined {
  return choices[random.between(0, choices.length - 1)]
}
