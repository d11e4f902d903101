import { field, form, whole } from './corrupt-body.ts'
import { caller, header, method, type } from './corrupt-headers.ts'
import {
  address,
  cursor,
  foreign,
  path,
  query,
  repeated,
  unknownParameter,
} from './corrupt-url.ts'
import type { Corruption, Fixtures } from './fixtures.ts'
import type { Prng } from './prng.ts'
import { type Parts, type Sent, type Target, toSentRequest } from './request.ts'

/** Corrupts one part of a valid request, rarely two. */
export function mutateRequest(
  target: Target,
  good: Parts,
  fixtures: Fixtures,
  prng: Prng,
): Sent {
  const parts = structuredClone(good)
  const ways = [...everywhere]
  if (Object.keys(parts.params).length > 0) ways.push(path, path, foreign)
  if (target.endpoint?.query) ways.push(query, query, query)
  if (target.queryFields.cursor) ways.push(cursor(target.path), cursor(target.path))
  if (parts.body !== undefined) ways.push(field, field, field, whole)
  if (parts.form) ways.push(form, form, form)
  const count = prng.chance(0.2) ? 2 : 1
  for (let done = 0; done < count; done += 1) prng.pick(ways)(parts, fixtures, prng)
  return toSentRequest(parts)
}

const everywhere: Corruption[] = [
  method,
  caller,
  header,
  header,
  address,
  unknownParameter,
  repeated,
  type,
]
