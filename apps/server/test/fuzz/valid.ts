import type { Endpoint } from '@platemark/api/endpoint'
import { findSample, type Sample } from '../calls.ts'
import type { Fixtures } from './fixtures.ts'
import { pageParts } from './page-parts.ts'
import type { Prng } from './prng.ts'
import type { FormPart, FuzzCaller, Parts, Target } from './request.ts'
import { bodyValue, queryValue } from './values.ts'

/**
 * Builds a call that the API contract allows, from its schemas and existing ids and
 * names.
 */
export async function validParts(
  target: Target,
  fixtures: Fixtures,
  prng: Prng,
): Promise<Parts> {
  const { endpoint, path, method } = target
  if (!endpoint) return pageParts(target, fixtures, prng)
  const sample = await findSample(endpoint, fixtures)
  const params = { ...sample.params }
  const isVaried = prng.chance(0.6)
  if (isVaried && method === 'GET' && 'contract_address' in params) {
    params.contract_address = prng.pick(namesIn(path, fixtures))
  }
  const query = isVaried ? variedQuery(target, sample, fixtures, prng) : sample.query
  const body = isVaried ? variedBody(target, sample, prng) : sample.body
  return {
    method,
    path,
    params,
    query: Object.entries(query ?? {}),
    body: sample.bytes ?? (endpoint.body_kind === 'multipart' ? undefined : body),
    form:
      endpoint.body_kind === 'multipart'
        ? formOf(endpoint, sample, body, fixtures, prng)
        : undefined,
    headers: {},
    as: callerOf(endpoint, prng),
  }
}

function callerOf({ access }: Endpoint, prng: Prng): FuzzCaller {
  if (access === 'signed-in') return prng.chance(0.85) ? 'owner' : 'other'
  return prng.pick(['visitor', 'visitor', 'owner', 'other'])
}

/** Reads accept a slug too; metadata only accepts addresses. */
function namesIn(path: string, { collections }: Fixtures): string[] {
  const isMetadata = path.startsWith('/metadata/')
  return isMetadata ? collections.filter((name) => name.startsWith('0x')) : collections
}

function variedQuery(
  { endpoint, path, queryFields }: Target,
  sample: Sample,
  fixtures: Fixtures,
  prng: Prng,
): Record<string, string> | undefined {
  const query = endpoint?.query
  if (!query) return undefined
  const cursor = fixtures.cursors.get(path)
  const names = Object.keys(queryFields).filter((name) => name !== 'cursor' || cursor)
  for (let tries = 0; tries < 5; tries += 1) {
    const chosen = names.filter(
      (name) => sample.query?.[name] !== undefined || prng.chance(0.4),
    )
    const value = Object.fromEntries(
      chosen.map((name) => [
        name,
        name === 'cursor'
          ? String(cursor)
          : queryValue(name, queryFields[name] ?? {}, prng),
      ]),
    )
    if (query.safeParse(value).success) return value
  }
  return sample.query
}

function variedBody(
  { endpoint, bodyFields }: Target,
  sample: Sample,
  prng: Prng,
): object | undefined {
  const body = endpoint?.body
  if (!body || !sample.body) return sample.body
  for (let tries = 0; tries < 5; tries += 1) {
    const chosen = Object.entries(bodyFields).filter(
      ([name]) => !fixed.has(name) && prng.chance(0.3),
    )
    const changes = chosen.map(([name, schema]) => [name, bodyValue(name, schema, prng)])
    const value = { ...sample.body, ...Object.fromEntries(changes) }
    if (body.safeParse(value).success) return value
  }
  return sample.body
}

/** Fields that need an existing value. */
const fixed = new Set([
  'address',
  'signature',
  'nonce',
  'chain_alias',
  'entries',
  'kind',
  'phases',
])

function formOf(
  { files = [], form_fields = [] }: Endpoint,
  { fields = {} }: Sample,
  body: object | undefined,
  { picture }: Fixtures,
  prng: Prng,
): FormPart[] {
  const data = body ? [{ name: 'data', content: JSON.stringify(body) }] : []
  const isPicture = files.length > 0 && prng.chance(0.3)
  const pictures = isPicture
    ? [{ name: prng.pick(files), content: picture, file: 'a.png' }]
    : []
  // Either a picture or the flag to remove it.
  const texts = isPicture && form_fields.length > 0 ? [] : Object.entries(fields)
  return [...data, ...texts.map(([name, content]) => ({ name, content })), ...pictures]
}
