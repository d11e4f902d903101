import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoint } from '@platemark/api/endpoint'
import { joinNames } from '@platemark/rules/count-words'

/** Writes the page about permissions; with `--check` only compares it. */
const ROOT = join(import.meta.dirname, '..')
const PAGE = join(ROOT, 'docs', 'permissions.md')

const who: Record<Endpoint['access'], string> = {
  public: 'anyone',
  optional: 'anyone',
  'signed-in': 'signed in',
}

const text = describePermissions(await readEndpoints())
const isCheck = process.argv.includes('--check')
if (!isCheck) writeFileSync(PAGE, text)
else if (readFileSync(PAGE, 'utf8') !== text) {
  console.error(
    'docs/permissions.md is stale. Run: node tools/run.mjs tools/generate-permissions-docs.ts',
  )
  process.exit(1)
}

/** Returns every endpoint of the API contract, sorted by path. */
async function readEndpoints(): Promise<Endpoint[]> {
  const files = globSync('packages/api/src/*.ts', { cwd: ROOT })
  const modules: Record<string, unknown>[] = await Promise.all(
    files
      .filter((file) => !/[/.]test[-.]/.test(file))
      .map((file) => import(join(ROOT, file))),
  )
  return modules
    .flatMap((module) => Object.values(module))
    .filter(isEndpoint)
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'replies' in value
}

function keyOf({ path, method }: Endpoint): string {
  return `${path} ${method}`
}

function describePermissions(endpoints: Endpoint[]): string {
  return `# Permissions

Permissions of every call and the response for each kind of caller: without a token, signed in, a
co-editor whom the owner named, a former owner, and the owner of the resource that the path names. A token that is unknown, expired or ended is
invalid: calls that read it answer 401, also those that need none.

- A resource of another account gets the same response as one that does not exist, so that its
  existence is not disclosed. Only the page of a collection and a name, which are public, answer
  403 to callers who may not change them.
- A co-editor changes texts and pictures of a draft, and of the page of the collection that is
  made of it. Fields beside those are refused by name.
- The owner is the one that the index has, also while the block of a hand-over is not yet
  confirmed. From that block on the former owner and the co-editors that they named get the
  response of any other account; a reorg that removes the block gives the rights back. The
  account of a contract has rights on its own network only.
- A call that is refused changes nothing. Nor does a GET, except that the first read by its owner
  lists a collection that was deployed outside this site.
- With the setting \`read_only\` every call that saves answers 503 \`read_only\` to everyone, before
  its token is read. Reads go on, and of the other calls ${openReadOnly(endpoints)}.
- Every call under \`/api/\` counts towards \`reads_per_client\`; the last column names the
  limits that count beside it. One that is used up answers 429 with \`Retry-After\`. What each
  allows: [limits.md](limits.md).
- A response to a call with a token carries \`Cache-Control: no-store\` and is readable from other
  sites only where \`allowed_origins\` names them; a public response to a call without one is
  readable from every site.

Pages, pictures, list files, \`/api/openapi.json\` and \`/rpc/{alias}\` of embedded chains are
public and read no token. \`/metrics\` is on a port of its own or demands \`metrics_token\`, which
is no access token of an account: [configuration.md](configuration.md).

This page is generated from the endpoints of \`packages/api/src\` by
\`tools/generate-permissions-docs.ts\`; \`apps/server/src/permissions.test.ts\` calls every served
route as every caller, and \`apps/server/src/app-limits.test.ts\` uses up every limit.

${table(
  [
    ...['Call', 'Who may', 'Without a token', 'Signed in', 'Co-editor', 'Former owner'],
    ...['Its owner', 'Limits'],
  ],
  endpoints.map((endpoint) => [
    `\`${endpoint.method} ${endpoint.path.replaceAll(/:(\w+)/g, '{$1}')}\``,
    who[endpoint.access],
    ...answersOf(endpoint),
    (endpoint.limited_by ?? []).map((name) => `\`${name}\``).join(', '),
  ]),
)}
`
}

/** Lists the calls other than GET that a read-only site answers. */
function openReadOnly(endpoints: Endpoint[]): string {
  const open = endpoints
    .filter((endpoint) => endpoint.is_open_read_only)
    .map(({ method, path }) => `\`${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}\``)
  return joinNames(open)
}

/**
 * Returns the statuses for callers without a token, other accounts, co-editors, former owners
 * and the owner.
 */
function answersOf(endpoint: Endpoint): [string, string, string, string, string] {
  const { access, owner, replies, is_for_editors } = endpoint
  const success = Object.keys(replies).join(', ')
  if (access === 'public') return [success, success, '', '', '']
  if (access === 'optional') {
    const more = owner ? `${success}, and more in it` : ''
    return [success, success, '', '', more]
  }
  if (!owner) return ['401', success, '', '', '']
  const refused = owner === 'collection' || owner === 'name' ? '403' : '404'
  if (owner === 'session' || owner === 'name') return ['401', refused, '', '', success]
  return ['401', refused, is_for_editors ? success : refused, refused, success]
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
