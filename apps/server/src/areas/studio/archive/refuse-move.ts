import { Problem } from '@platemark/api/problem'

/** Throws `validation_failed` with sentences on the place that the files are to move to. */
export function refuseMove(...sentences: string[]): never {
  throw new Problem('validation_failed', undefined, { fields: { to: sentences } })
}
