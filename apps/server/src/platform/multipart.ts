import type {} from '@fastify/multipart'
import { Problem } from '@platemark/wire/problem'
import type { FastifyRequest } from 'fastify'
import type { Configuration } from './configuration.ts'
import { readJson } from './parse.ts'
import type { Resources } from './resources.ts'

/**
 * Reads a multipart form: JSON in the field `data`, and at most one file under each of the
 * `allowed` names. Throws `bad_request` for anything else and `file_too_large`.
 */
export async function readForm(
  request: FastifyRequest,
  allowed: readonly string[],
  { configuration: { limits } }: Resources,
): Promise<Form> {
  if (!request.isMultipart()) {
    throw new Problem('unsupported_media', 'Send this as multipart/form-data.')
  }
  try {
    return await readParts(request, allowed, limits)
  } catch (error) {
    const isTold =
      error instanceof Problem || (error instanceof Error && 'statusCode' in error)
    if (isTold) throw error
    // The reader of forms throws plain errors at bytes it cannot make sense of.
    throw new Problem('bad_request', undefined, { cause: error })
  }
}

type Form = { data: unknown; files: Record<string, Uint8Array> }

async function readParts(
  request: FastifyRequest,
  allowed: readonly string[],
  limits: Configuration['limits'],
): Promise<Form> {
  let data: unknown
  const files: Record<string, Uint8Array> = {}
  const parts = request.parts({
    limits: {
      fileSize: limits.image_bytes,
      fieldSize: limits.json_bytes,
      files: allowed.length,
      fields: 1,
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
    if (part.fieldname !== 'data' || typeof part.value !== 'string') {
      throw new Problem('bad_request')
    }
    if (part.valueTruncated) throw new Problem('bad_request', 'The form is too large.')
    data = readJson(part.value)
  }
  return { data, files }
}
