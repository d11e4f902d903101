import { calls } from '@platemark/api/calls'
import type { Endpoint, Input } from '@platemark/api/endpoint'
import type { Body } from '@platemark/api/request'
import {
  type Call,
  type CallOptions,
  type ClientOptions,
  createCaller,
} from './create-caller.ts'
import { type ListEndpoint, type Row, rowsOf } from './rows.ts'

/** One function for each endpoint of a file of the API contract, under its name. */
type Functions<Values> = {
  [K in keyof Values as Values[K] extends Endpoint
    ? Values[K] extends { events: object }
      ? never
      : K
    : never]: Values[K] extends Endpoint ? CallOf<Values[K]> : never
}

type CallOf<E extends Endpoint> = (
  ...given: Record<never, never> extends Input<E>
    ? [input?: Input<E>, options?: CallOptions]
    : [input: Input<E>, options?: CallOptions]
) => Promise<Body<E>>

type Groups = { [Area in keyof typeof calls]: Functions<(typeof calls)[Area]> }

export type Client = Groups & {
  call: Call
  /** Every row of a list, page after page, also while rows are added in front. */
  rows<E extends ListEndpoint>(
    endpoint: E,
    input: Input<E>,
    options?: CallOptions,
  ): AsyncGenerator<Row<E>, void>
}

/**
 * A client of one installation, with a function for every call of the API. A call that fails
 * throws a `Problem` with its code; one that is aborted throws what its signal says.
 */
export function createClient(options: ClientOptions): Client {
  const call = createCaller(options)
  const groups = Object.entries(calls).map(([area, values]) => [
    area,
    functionsOf(values, call),
  ])
  // Safe: the groups hold a function for each endpoint of `calls`, as their type says.
  return {
    ...(Object.fromEntries(groups) as Groups),
    call,
    rows: (endpoint, input, given) => rowsOf(call, endpoint, input, given),
  }
}

function functionsOf(values: object, call: Call): Record<string, unknown> {
  const endpoints = Object.entries(values).filter(isCalled)
  return Object.fromEntries(
    endpoints.map(([name, endpoint]) => [
      name,
      // Safe: a call that is made without input is one that needs none.
      (input?: object, options?: CallOptions) =>
        call(endpoint, (input ?? {}) as Input<Endpoint>, options),
    ]),
  )
}

/** What never ends is listened to, not called. */
function isCalled(entry: [string, unknown]): entry is [string, Endpoint] {
  const [, value] = entry
  if (typeof value !== 'object' || value === null) return false
  return 'method' in value && 'path' in value && !('events' in value)
}
