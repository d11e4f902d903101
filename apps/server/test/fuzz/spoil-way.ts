import type { Dice } from './dice.ts'
import type { Parts } from './request.ts'
import type { Things } from './things.ts'

/** One way to spoil a call that was good. */
export type Way = (parts: Parts, things: Things, dice: Dice) => void
