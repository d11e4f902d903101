import type { Things } from './fixtures.ts'
import type { Dice } from './prng.ts'
import type { Parts } from './request.ts'

/** One way to spoil a call that was good. */
export type Way = (parts: Parts, things: Things, dice: Dice) => void
