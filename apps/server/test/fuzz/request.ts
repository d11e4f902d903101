import type { Endpoint } from '@platemark/api/endpoint'
import type { JsonSchema } from '../../src/areas/instance/openapi-schema.ts'

/** Who sends a request: nobody, the one who owns what it names, another, or one long gone. */
export type FuzzCaller = 'nobody' | 'owner' | 'other' | 'gone'

/** A route of the app, and a call of it that succeeds. */
export type Target = {
  /** `GET /api/currency/list` */
  key: string
  method: 'GET' | 'POST'
  path: string
  /** Undefined for pages, files and the like. */
  endpoint: Endpoint | undefined
  /** What its query and its body may hold, by name. */
  queryFields: Record<string, JsonSchema>
  bodyFields: Record<string, JsonSchema>
}

/** A request in its parts, as they are spoiled one by one. */
export type Parts = {
  method: string
  /** As in the route: `/api/contract/:chain_alias`. */
  path: string
  params: Record<string, string>
  query: [name: string, value: string][]
  body: unknown
  /** Fields of a form; undefined where the body is JSON, or nothing. */
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

/** A request as it is sent. */
export type Sent = {
  method: string
  url: string
  headers: Record<string, string>
  body: Buffer | undefined
  as: FuzzCaller
}

/** Puts the parts together as they travel. */
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
  const type = 'application/json'
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return {
    ...sent,
    headers: { 'content-type': type, ...headers },
    body: Buffer.from(text),
  }
}

/** Marks text that is to stand in an address as it is. */
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

/** The request as a line for a shell; `$OWNER` and its like stand for tokens. */
export function toCurlCommand({ method, url, headers, body, as }: Sent): string {
  const lines = Object.entries(headers).map(
    ([name, value]) => `-H ${quoted(`${name}: ${value}`)}`,
  )
  if (as !== 'nobody' && headers.authorization === undefined) {
    lines.unshift(`-H "authorization: Bearer $${as.toUpperCase()}"`)
  }
  if (body) lines.push(`--data-binary ${quoted(body.toString('latin1'))}`)
  const how = method === 'HEAD' ? '--head' : `-X ${method}`
  return `curl -i ${how} --path-as-is ${lines.join(' ')} "$API"${quoted(url)}`
}

/** As bash reads any bytes. */
function quoted(latin: string): string {
  const escaped = latin.replace(/[^ -~]|[\\']/g, (one) => {
    const code = one.charCodeAt(0).toString(16)
    return `\\x${code.padStart(2, '0')}`
  })
  return `$'${escaped}'`
}
