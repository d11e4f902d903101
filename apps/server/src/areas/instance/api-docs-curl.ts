import type { Operation } from './openapi-schema.ts'

/** Returns a curl command for the call, filled with the document's examples. */
export function toCurlExample(
  { parameters, requestBody, security }: Operation,
  { origin, method, path }: { origin: string; method: string; path: string },
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(exampleIn(parameters, name))),
  )
  const pairs = parameters
    .filter((one) => one.in === 'query' && one.required)
    .map(({ name, example }): [string, string] => [name, String(example)])
  const query = pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''
  const isSignedIn = security.length > 0 && security.every((each) => 'token' in each)
  return [
    `curl ${quoted(`${origin}${filled}${query}`)}`,
    ...(method === 'put' || method === 'delete' ? [`-X ${method.toUpperCase()}`] : []),
    ...(method === 'post' && !requestBody ? ['-X POST'] : []),
    ...(isSignedIn ? ['-H "authorization: Bearer $TOKEN"'] : []),
    ...bodyOf(requestBody),
  ].join(' \\\n  ')
}

function exampleIn(parameters: Operation['parameters'], name: string): unknown {
  return parameters.find((one) => one.name === name)?.example
}

function bodyOf(body: Operation['requestBody']): string[] {
  const json = body?.content['application/json']
  if (json) {
    const sent = quoted(JSON.stringify(json.example, null, 2))
    return ["-H 'content-type: application/json'", `-d ${sent}`]
  }
  if (body?.content['application/octet-stream']) {
    return ["-H 'content-type: application/octet-stream'", '--data-binary @part.bin']
  }
  const form = body?.content['multipart/form-data']
  if (!form) return []
  const files = Object.entries(form.schema.properties ?? {})
    .filter(([, { format }]) => format === 'binary')
    .map(([name]) => `-F '${name}=@${name}.png'`)
  const needsData = form.schema.required?.includes('data')
  // Safe: the document writes forms so.
  const { data } = form.example as { data: unknown }
  const written = quoted(`data=${JSON.stringify(data, null, 2)}`)
  return needsData ? [`-F ${written}`, ...files] : files
}

/** Quotes text as one shell word. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
