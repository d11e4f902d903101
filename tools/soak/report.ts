/** Prints each problem and the result, and sets the exit code. */
export function report(problems: readonly string[]): void {
  for (const problem of problems) console.error(problem)
  console.log(problems.length === 0 ? '1 passed, 0 failed' : '0 passed, 1 failed')
  process.exitCode = problems.length === 0 ? 0 : 1
}

/** Returns the sentence about a bound that was missed; none where it holds. */
export function unless(holds: boolean, problem: string): string[] {
  return holds ? [] : [problem]
}

/** Does `work`; returns its result, and the seconds that it took. */
export async function measure<T>(work: () => Promise<T>): Promise<[T, number]> {
  const began = performance.now()
  const result = await work()
  return [result, (performance.now() - began) / 1000]
}
