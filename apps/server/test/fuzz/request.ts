import type { Endpoint } from '@platemark/api/endpoint'
import type { JsonSchema } from '../../src/areas/instance/openapi-schema.ts'

/**
 * Sender of a request: without a session, the owner of the named resource, another user,
 * or one with an ended session.
 */
export type FuzzCaller = 'visitor' | 'owner' | 'other' | 'gone'

/** Route of the app with a call that succeeds. */
export type Target = {
  /** `GET /api/currency/list` */
  key: string
  method: Endpoint['method']
  path: string
  /** Undefined for pages, files and the like. */
  endpoint: Endpoint | undefined
  /** Fields of its query and its body, by name. */
  queryFields: Record<string, JsonSchema>
  bodyFields: Record<string, JsonSchema>
}

/** Request in parts, which are corrupted separately. */
export type Parts = {
  method: string
  /** Route pattern: `/api/contract/:chain_alias`. */
  path: string
  params: Record<string, string>
  query: [name: string, value: string][]
  body: unknown
  /** Form fields; undefined where the body is JSON or absent. */
  form: FormPart[] | undefined
  headers: Record<string, string>
  as: FuzzCaller
}

export type FormPart = {
  name: string
  content: Uint8Array | string
  /** Name of a file; absent: plain text. */
  file?: string
}

/** Request on the wire. */
export type Sent = {
  method: string
  url: string
  headers: Record<string, string>
  body: Buffer | undefined
  as: FuzzCaller
}

/** Assembles a request from its parts. */
export function toSentRequest({
  method,
  path,
  params,
  query,
  body,
  form,
  headers,
  as,
}: Parts): Sent {
  const place = path.replace(/:(\w+)/g, (_, name: string) =>
    encoded(params[name] ?? name),
  )
  const pairs = query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
  const url = pairs.length === 0 ? place : `${place}?${pairs.join('&')}`
  const sent = { method, url, headers: { ...headers }, as }
  if (form) {
    const type = 'multipart/form-data; boundary=x'
    return {
      ...sent,
      headers: { 'content-type': type, ...headers },
      body: formBytes(form),
    }
  }
  if (body === undefined) return { ...sent, body: undefined }
  if (Buffer.isBuffer(body)) {
    const type = 'application/octet-stream'
    return { ...sent, headers: { 'content-type': type, ...headers }, body }
  }
  const type = 'application/json'
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return {
    ...sent,
    headers: { 'content-type': type, ...headers },
    body: Buffer.from(text),
  }
}

/** Marks text that is inserted into a URL unescaped. */
export const asItIs = '\u0001'

function encoded(text: string): string {
  // A lone surrogate has no UTF-8; it can only arrive inside JSON.
  return text.startsWith(asItIs) ? text.slice(1) : encodeURIComponent(text.toWellFormed())
}

function formBytes(parts: FormPart[]): Buffer {
  const pieces = parts.flatMap(({ name, content, file }) => {
    const named =
      file === undefined ? '' : `; filename="${file}"\r\ncontent-type: image/png`
    const head = `--x\r\ncontent-disposition: form-data; name="${name}"${named}\r\n\r\n`
    return [Buffer.from(head), Buffer.from(content), Buffer.from('\r\n')]
  })
  return Buffer.concat([...pieces, Buffer.from('--x--\r\n')])
}

/** Formats a request as a curl command; `$OWNER` and the like stand for tokens. */
export function toCurlCommand({ method, url, headers, body, as }: Sent): string {
  const lines = Object.entries(headers).map(
    ([name, value]) => `-H ${quoted(`${name}: ${value}`)}`,
  )
  if (as !== 'visitor' && headers.authorization === undefined) {
    lines.unshift(`-H "authorization: Bearer $${as.toUpperCase()}"`)
  }
  if (body) lines.push(`--data-binary ${quoted(body.toString('latin1'))}`)
  const how = method === 'HEAD' ? '--head' : `-X ${method}`
  return `curl -i ${how} --path-as-is ${lines.join(' ')} "$API"${quoted(url)}`
}

/** Quotes bytes for bash. */
function quoted(latin: string): string {
  const escaped = latin.replace(/[^ -~]|[\\']/g, (one) => {
    const code = one.charCodeAt(0).toString(16)
    return `\\x${code.padStart(2, '0')}`
  })
  return `$'${escaped}'`
}
