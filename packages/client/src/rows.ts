import type { Endpoint, Input, Reply } from '@platemark/api/endpoint'
import type * as z from 'zod/mini'
import type { Call, CallOptions } from './create-caller.ts'

/** A list whose `meta` has the cursor of the next page. */
export type ListEndpoint = Endpoint & {
  meta: z.ZodMiniType<{ next_cursor: string | null }>
}

export type Row<E extends Endpoint> = Reply<E> extends (infer One)[] ? One : never

/** Iterates over all rows of a list; each page is requested once the previous one is used up. */
export async function* listRows<E extends ListEndpoint>(
  call: Call,
  endpoint: E,
  input: Input<E>,
  options?: CallOptions,
): AsyncGenerator<Row<E>, void> {
  let next: { query?: object } = input
  for (;;) {
    // Safe: only the cursor differs, which every such list accepts.
    const body = await call(endpoint, next as Input<E>, options)
    // Safe: a list has this body.
    const { data, meta } = body as unknown as List<E>
    yield* data
    if (meta.next_cursor === null) return
    const { page: _, ...query } = { page: undefined, ...next.query }
    next = { ...next, query: { ...query, cursor: meta.next_cursor } }
  }
}

type List<E extends Endpoint> = { data: Row<E>[]; meta: { next_cursor: string | null } }
