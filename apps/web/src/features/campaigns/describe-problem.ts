import { Problem } from '@platemark/api/problem'

/** Code and sentence of a call that failed, with the next step where it has no sentence of its own. */
export function describeProblem(error: unknown): { code: string | null; text: string } {
  if (error instanceof Problem) return { code: error.code, text: error.message }
  return { code: null, text: 'The server cannot be reached. Try again in a moment.' }
}
