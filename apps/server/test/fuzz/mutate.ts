import { field, form, whole } from './corrupt-body.ts'
import { caller, header, method, type } from './corrupt-headers.ts'
import type { Way } from './corrupt-transport.ts'
import {
  address,
  cursor,
  foreign,
  path,
  query,
  repeated,
  unknownParameter,
} from './corrupt-url.ts'
import type { Things } from './fixtures.ts'
import type { Dice } from './prng.ts'
import { type Parts, type Sent, sentOf, type Target } from './request.ts'

/** Spoils one thing of a call that was good, rarely two. */
export function mutated(target: Target, good: Parts, things: Things, dice: Dice): Sent {
  const parts = structuredClone(good)
  const ways = [...everywhere]
  if (Object.keys(parts.params).length > 0) ways.push(path, path, foreign)
  if (target.endpoint?.query) ways.push(query, query, query)
  if (target.queryFields.cursor) ways.push(cursor(target.path), cursor(target.path))
  if (parts.body !== undefined) ways.push(field, field, field, whole)
  if (parts.form) ways.push(form, form, form)
  const count = dice.chance(0.2) ? 2 : 1
  for (let done = 0; done < count; done += 1) dice.pick(ways)(parts, things, dice)
  return sentOf(parts)
}

const everywhere: Way[] = [
  method,
  caller,
  header,
  header,
  address,
  unknownParameter,
  repeated,
  type,
]
