import { createContext, useContext } from 'react'
import type { StepId } from '../steps.ts'

/** Values typed on steps that are not open, valid or not, by step and revision. */
export const TypedValues = createContext<Map<string, unknown>>(new Map())

/** Returns the store of what was typed on a step since the draft was last changed elsewhere. */
export function useTypedValues<Values>(step: StepId, revision: number) {
  const values = useContext(TypedValues)
  const key = `${step} ${revision}`
  return {
    // Safe: a step writes the values of its own form only.
    read: () => values.get(key) as Values | undefined,
    write: (now: Values) => void values.set(key, now),
  }
}
