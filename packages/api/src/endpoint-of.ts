import type { calls } from './calls.ts'
import type { Endpoint } from './endpoint.ts'
import type { Operation } from './operations.ts'

type Areas = typeof calls

type AnyEndpoint = {
  [Area in keyof Areas]: Extract<Areas[Area][keyof Areas[Area]], Endpoint>
}[keyof Areas]

/** The endpoint of an operation, found by its method and path: types what is sent and answered. */
export type EndpointOf<O extends Operation> = Extract<
  AnyEndpoint,
  Pick<O, 'method' | 'path'>
>
