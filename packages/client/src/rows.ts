import type { Endpoint, Input, Reply } from '@platemark/api/endpoint'
import type * as z from 'zod/mini'
import type { Call, CallOptions } from './create-caller.ts'

/** A list whose `meta` says where its next page begins. */
export type ListEndpoint = Endpoint & {
  meta: z.ZodMiniType<{ next_cursor: string | null }>
}

export type Row<E extends Endpoint> = Reply<E> extends (infer One)[] ? One : never

/** Every row of a list, asking for a page when the one before has been used up. */
export async function* rowsOf<E extends ListEndpoint>(
  call: Call,
  endpoint: E,
  input: Input<E>,
  options?: CallOptions,
): AsyncGenerator<Row<E>, void> {
  let asked: { query?: object } = input
  for (;;) {
    // Safe: only the cursor differs, which lists that tell one take.
    const body = await call(endpoint, asked as Input<E>, options)
    // Safe: a list has this body.
    const { data, meta } = body as unknown as List<E>
    yield* data
    if (meta.next_cursor === null) return
    const { page: _, ...query } = { page: undefined, ...asked.query }
    asked = { ...asked, query: { ...query, cursor: meta.next_cursor } }
  }
}

type List<E extends Endpoint> = { data: Row<E>[]; meta: { next_cursor: string | null } }
