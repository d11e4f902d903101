import * as z from 'zod/mini'
import { type ProblemCode, problems } from './problem.ts'

/** The body of every failed call. */
export const problemBody = z.object({
  error: z.object({
    code: z.enum(Object.keys(problems) as [ProblemCode, ...ProblemCode[]]),
    message: z.string(),
    fields: z.optional(z.record(z.string(), z.array(z.string()))),
    request_id: z.string(),
  }),
  data: z.optional(z.unknown()),
})
