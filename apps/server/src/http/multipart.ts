import type { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { Endpoint } from '@platemark/api/endpoint'
import { Problem } from '@platemark/api/problem'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { pictureRequirement } from '../files/images.ts'
import { boundedBytes, reserve } from './large-body.ts'
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
      files[part.fieldname] = await readFile(part.file, request, limits.file)
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

/** Reads a file of a form, of which each byte is held once. Throws `file_too_large`. */
async function readFile(
  file: Readable & { truncated: boolean },
  request: FastifyRequest,
  maxBytes: number,
): Promise<Uint8Array> {
  const bytes = reserve(boundedBytes(request, maxBytes))
  let isWhole = true
  // Read to its end in any case, because the next part comes after it.
  for await (const chunk of file) isWhole = bytes.add(chunk) && isWhole
  if (!isWhole || file.truncated) {
    throw new Problem('file_too_large', pictureRequirement(maxBytes))
  }
  return bytes.read()
}

function withTexts(data: unknown, texts: Record<string, string>): unknown {
  const isObject = typeof data === 'object' && data !== null && !Array.isArray(data)
  return isObject ? { ...data, ...texts } : data
}
