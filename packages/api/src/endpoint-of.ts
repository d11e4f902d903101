import type { calls } from './calls.ts'
import type { Endpoint } from './endpoint.ts'
import type { Operation } from './operations.ts'

type Areas = typeof calls

type AnyEndpoint = {
  [Area in keyof Areas]: Extract<Areas[Area][keyof Areas[Area]], Endpoint>
}[keyof Areas]

/** The endpoint of an operation, by method and path: the type of its request and response. */
export type EndpointOf<O extends Operation> = Extract<
  AnyEndpoint,
  Pick<O, 'method' | 'path'>
>
