import multipart from '@fastify/multipart'
import type { Endpoint } from '@platemark/api/endpoint'
import { Problem } from '@platemark/api/problem'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { pictureRequirement } from '../files/images.ts'
import { readJson } from './parse.ts'

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: merging needs an interface
  interface FastifyInstance {
    /** Instance to which routes with forms are added. */
    forms: FastifyInstance
  }
}

/**
 * Registers multipart parsing in a child instance, because it costs time on each of its
 * requests.
 */
export async function addForms(app: FastifyInstance): Promise<void> {
  await app.register(async (forms) => {
    await forms.register(multipart)
    app.decorate('forms', forms)
  })
}

/**
 * Reads a multipart form: JSON in `data`, declared text fields, and at most one file per
 * declared name. Throws `bad_request` for anything else, and `file_too_large`.
 */
export async function readForm(
  request: FastifyRequest,
  endpoint: Endpoint,
  limits: FormLimits,
): Promise<Form> {
  if (!request.isMultipart()) {
    throw new Problem('unsupported_media', 'Send this as multipart/form-data.')
  }
  try {
    return await readParts(request, endpoint, limits)
  } catch (error) {
    if (isTooLarge(error))
      throw new Problem('file_too_large', pictureRequirement(limits.file))
    const isExpected =
      error instanceof Problem || (error instanceof Error && 'statusCode' in error)
    if (isExpected) throw error
    // The parser throws plain errors for malformed bytes.
    throw new Problem('bad_request', undefined, { cause: error })
  }
}

/** Bytes of a file, and of the JSON beside it. */
type FormLimits = { file: number; json: number }

function isTooLarge(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE'
  )
}

/** Concurrent forms; each holds its files in memory. */
const MAX_FORMS_PER_SENDER = 4
const MAX_FORMS = 24

// Shared by the process, like its memory.
const senders = new Map<string, number>()

/**
 * Runs work that holds a form of `sender` in memory. Throws `too_many_requests` at the
 * sender's limit, and `not_ready` at the overall limit.
 */
export async function withForm<T>(sender: string, work: () => Promise<T>): Promise<T> {
  const own = senders.get(sender) ?? 0
  const all = [...senders.values()].reduce((sum, count) => sum + count, 0)
  if (own >= MAX_FORMS_PER_SENDER) {
    const sentence = 'Wait until your other pictures are uploaded.'
    throw new Problem('too_many_requests', sentence, { retryAfter: 5 })
  }
  if (all >= MAX_FORMS) {
    throw new Problem('not_ready', 'Many pictures are being uploaded. Try again shortly.')
  }
  senders.set(sender, own + 1)
  try {
    return await work()
  } finally {
    const left = (senders.get(sender) ?? 1) - 1
    if (left > 0) senders.set(sender, left)
    else senders.delete(sender)
  }
}

type Form = { data: unknown; files: Record<string, Uint8Array> }

async function readParts(
  request: FastifyRequest,
  { files: allowed = [], form_fields = [] }: Endpoint,
  limits: FormLimits,
): Promise<Form> {
  let data: unknown
  const texts: Record<string, string> = {}
  const files: Record<string, Uint8Array> = {}
  const parts = request.parts({
    limits: {
      fileSize: limits.file,
      fieldSize: limits.json,
      files: allowed.length,
      fields: 1 + form_fields.length,
    },
  })
  for await (const part of parts) {
    if (part.type === 'file') {
      if (!allowed.includes(part.fieldname) || files[part.fieldname]) {
        throw new Problem('bad_request')
      }
      files[part.fieldname] = await part.toBuffer()
      continue
    }
    const { fieldname: name, value } = part
    const isText = form_fields.includes(name) && !(name in texts)
    if ((name !== 'data' && !isText) || typeof value !== 'string') {
      throw new Problem('bad_request')
    }
    if (part.valueTruncated) throw new Problem('bad_request', 'The form is too large.')
    if (isText) texts[name] = value
    else data = readJson(value)
  }
  return { data: form_fields.length === 0 ? data : withTexts(data ?? {}, texts), files }
}

function withTexts(data: unknown, texts: Record<string, string>): unknown {
  const isObject = typeof data === 'object' && data !== null && !Array.isArray(data)
  return isObject ? { ...data, ...texts } : data
}
