import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import type { StepId } from '../steps.ts'

type Counts = Partial<Record<StepId, number>>

const Context = createContext<{
  counts: Counts
  report(step: StepId, count: number): void
} | null>(null)

/** Holds how many things each step has to correct, for the line of steps. */
export function StepProblemsProvider({ children }: { children: ReactNode }) {
  const [counts, setCounts] = useState<Counts>({})
  const report = useCallback(
    (step: StepId, count: number) =>
      setCounts((now) => (now[step] === count ? now : { ...now, [step]: count })),
    [],
  )
  return <Context value={{ counts, report }}>{children}</Context>
}

/** Returns the counts and the function by which a step reports its own. */
export function useStepProblems() {
  const found = useContext(Context)
  if (!found) throw new Error('useStepProblems is used outside StepProblemsProvider')
  return found
}
