import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Document } from '../../src/areas/instance/openapi-schema.ts'

/**
 * Returns the mismatch between a response and the OpenAPI document; undefined if there is
 * none.
 */
export type OpenapiCheck = (
  operation: { method: string; path: string },
  status: number,
  body: unknown,
) => string | undefined

/** Compiles the responses that the document of a running server describes. */
export function openapiCheck(document: Document): OpenapiCheck {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false })
  ajv.addSchema({ $id: 'document', ...document })
  const compiled = new Map<string, ValidateFunction>()
  return ({ method, path }, status, body) => {
    const place = path.replaceAll(/:(\w+)/g, '{$1}')
    const operation = document.paths[place]?.[method.toLowerCase()]
    if (!operation) return `${method} ${place} is not described`
    const response = operation.responses[status]
    if (!response) return `${status} is not described`
    const schema = response.content?.['application/json']?.schema
    if (!schema) return body === undefined ? undefined : `${status} is described as empty`
    const key = `${method} ${place} ${status}`
    const pointer = ['paths', place, method.toLowerCase(), 'responses', String(status)]
    const names = [...pointer, 'content', 'application/json', 'schema'].map(escaped)
    const validate =
      compiled.get(key) ?? ajv.compile({ $ref: `document#/${names.join('/')}` })
    compiled.set(key, validate)
    if (validate(body)) return undefined
    const [error] = validate.errors ?? []
    return `${error?.instancePath} ${error?.message}`
  }
}

function escaped(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))
}
