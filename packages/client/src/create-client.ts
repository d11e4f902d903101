import { calls } from '@platemark/api/calls'
import type { Endpoint, Input } from '@platemark/api/endpoint'
import type { Body } from '@platemark/api/request'
import {
  type Call,
  type CallOptions,
  type ClientOptions,
  createCaller,
} from './create-caller.ts'
import { type ListEndpoint, listRows, type Row } from './rows.ts'

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
  /** Iterates over all rows of a list, page by page, also while rows are added in front. */
  rows<E extends ListEndpoint>(
    endpoint: E,
    input: Input<E>,
    options?: CallOptions,
  ): AsyncGenerator<Row<E>, void>
}

/**
 * Creates a client of one instance, with a function for every call of the API. A call that fails
 * throws a `Problem` with its code; an aborted one throws the reason of its signal.
 */
export function createClient(options: ClientOptions): Client {
  const call = createCaller(options)
  const groups = Object.entries(calls).map(([area, values]) => [
    area,
    createFunctions(values, call),
  ])
  // Safe: the groups contain a function for each endpoint of `calls`, as in their type.
  return {
    ...(Object.fromEntries(groups) as Groups),
    call,
    rows: (endpoint, input, given) => listRows(call, endpoint, input, given),
  }
}

function createFunctions(values: object, call: Call): Record<string, unknown> {
  const endpoints = Object.entries(values).filter(isCallable)
  return Object.fromEntries(
    endpoints.map(([name, endpoint]) => [
      name,
      // Safe: the types allow a call without input only where none is required.
      (input?: object, options?: CallOptions) =>
        call(endpoint, (input ?? {}) as Input<Endpoint>, options),
    ]),
  )
}

/** Excludes event streams, which are subscribed to instead. */
function isCallable(entry: [string, unknown]): entry is [string, Endpoint] {
  const [, value] = entry
  if (typeof value !== 'object' || value === null) return false
  return 'method' in value && 'path' in value && !('events' in value)
}
