import { createContext, useContext } from 'react'
import type { StepId } from '../steps.ts'

/** Texts typed on a step, valid or not, while the draft had a revision. */
export type Typed<Values> = {
  revision: number
  values: Values
  /** Texts of the draft itself, as the step last had them. */
  stored: Values
  /** Texts that another device stored for invalid ones, by name of the field. */
  elsewhere: Readonly<Record<string, string>>
}

/** Values typed on each step, also on those that are not open. */
export const TypedValues = createContext<Map<StepId, Typed<unknown>>>(new Map())

/** Returns the store of what was typed on a step. */
export function useTypedValues<Values>(step: StepId) {
  const all = useContext(TypedValues)
  return {
    // Safe: a step writes the values of its own form only.
    read: () => all.get(step) as Typed<Values> | undefined,
    write: (typed: Typed<Values>) => void all.set(step, typed),
  }
}
