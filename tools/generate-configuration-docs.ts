import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { networks } from '@platemark/chains/networks'
import {
  describeFields,
  environmentName,
} from '../apps/server/src/configuration/configuration.ts'

/** Writes the pages about what can be set; with `--check` only compares them. */
const ROOT = join(import.meta.dirname, '..')

const documents = {
  'docs/configuration.md': describeConfiguration(),
  'docs/limits.md': describeLimits(),
  'docs/networks.md': describeNetworks(),
}
const isCheck = process.argv.includes('--check')
for (const [path, text] of Object.entries(documents)) {
  if (!isCheck) writeFileSync(join(ROOT, path), text)
  else if (readFileSync(join(ROOT, path), 'utf8') !== text) {
    console.error(
      `${path} is stale. Run: node tools/run.mjs tools/generate-configuration-docs.ts`,
    )
    process.exit(1)
  }
}

type Schema = {
  type?: string
  description?: string
  default?: unknown
  enum?: string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
}

function describeConfiguration(): string {
  const { limits: _, ...fields } = propertiesOf(schema())
  return `# Configuration

Everything an operator can set. It is read once at start, from one JSON file and the
environment, and a mistake ends the start with a sentence that names the field.

- The file is the one that \`PLATEMARK_CONFIG\` names, else \`platemark.config.json\` in the
  folder where the program is started, where there is one. \`config/platemark.example.json\`
  shows every part.
- A setting with a name in the environment can be set there, and then wins over the file.
- \`NODE_ENV=production\`, which \`npm run serve\` sets, demands PostgreSQL or
  \`ALLOW_EMBEDDED_DATABASE=1\`.

This page is generated from \`apps/server/src/configuration/configuration.ts\` by
\`tools/generate-configuration-docs.ts\`.

## Settings

${table(['Setting', 'Environment', 'Default', 'What it does'], rowsOf(fields, { hasEnvironment: true }))}

The limits have a page of their own: [limits.md](limits.md).
${Object.entries(fields).map(describeParts).join('')}`
}

function describeLimits(): string {
  const limits = propertiesOf(propertiesOf(schema()).limits)
  return `# Limits

Every limit of the server and its default. Each can be set under \`limits\` in the
configuration file, as [configuration.md](configuration.md) describes. \`rate_limit_scale\`
(\`RATE_LIMIT_SCALE\`) multiplies all those that count something in a minute or a day. They are
counted in the database and shared by all processes, but for \`reads_per_client\` and
\`share_images_per_client\`, which each process counts by itself. Which call counts towards
which: [permissions.md](permissions.md).

Behind a proxy, name it in \`trusted_proxies\`: else all visitors are one address of the
internet to the limits, which then allow ten sign-ins a minute together. The server logs one
warning.

This page is generated from \`apps/server/src/configuration/configuration.ts\` by
\`tools/generate-configuration-docs.ts\`.

${table(
  ['Limit', 'Default', 'What it bounds'],
  Object.entries(limits).map(([name, { default: value, description = '' }]) => [
    `\`${name}\``,
    Number(value).toLocaleString('en'),
    description,
  ]),
)}
`
}

function describeNetworks(): string {
  return `# Networks

Networks that are enabled by their alias alone: \`{ "alias": "base", "contracts": … }\` under
\`networks\` in the configuration file, as [configuration.md](configuration.md) describes.
Every value below can be replaced there. Some testnets have ended; they stay for operators who
still run them.

Confirmations are blocks above one until what it holds counts as confirmed. Why so many:
\`packages/chains/src/depths.ts\`. Endpoints are public ones that the server and browsers read
from until an operator names others; with two or more the server compares their answers.

This page is generated from \`packages/chains/src/networks.ts\` by
\`tools/generate-configuration-docs.ts\`.

${table(
  ['Alias', 'Name', 'Chain id', 'Stack', 'Coin', 'Confirmations', 'Endpoints'],
  networks.map((network) => [
    `\`${network.alias}\``,
    network.name,
    String(network.id),
    network.stack,
    network.nativeCurrency.symbol,
    String(network.confirmations),
    String(network.rpcUrls.length),
  ]),
)}
`
}

/** A section for a setting that has parts of its own. */
function describeParts([name, field]: [string, Schema]): string {
  const inner = field.anyOf?.find(({ properties }) => properties) ?? field
  const parts = propertiesOf(inner.items ?? inner)
  if (Object.keys(parts).length === 0) return ''
  const each = inner.items ? 'Each entry has:' : 'Its parts:'
  const introduction = [field.description, each].filter(Boolean).join(' ')
  const nested = Object.entries(parts).map(([key, part]) =>
    describeParts([`${name}.${key}`, part]),
  )
  const hasEnvironment = Object.keys(parts).some((key) =>
    environmentName(`${name}.${key}`),
  )
  return `\n## ${name}\n\n${introduction}\n\n${table(
    ['Part', ...(hasEnvironment ? ['Environment'] : []), 'Default', 'What it is'],
    rowsOf(parts, {
      prefix: `${name}.`,
      hasEnvironment,
      required: inner.items?.required ?? inner.required ?? [],
    }),
  )}\n${nested.join('')}`
}

function rowsOf(
  fields: Record<string, Schema>,
  {
    hasEnvironment,
    prefix = '',
    required = [],
  }: { hasEnvironment: boolean; prefix?: string; required?: string[] },
): string[][] {
  return Object.entries(fields).map(([name, field]) => {
    const variable = environmentName(`${prefix}${name}`)
    const choices = choicesOf(field)
    const what = [field.description, choices && `One of ${choices}.`]
    return [
      `\`${name}\``,
      ...(hasEnvironment ? [variable ? `\`${variable}\`` : ''] : []),
      defaultOf(field, required.includes(name)),
      what.filter(Boolean).join(' '),
    ]
  })
}

function choicesOf(field: Schema): string | undefined {
  return field.enum?.map((choice) => `\`${choice}\``).join(', ')
}

function defaultOf(field: Schema, isRequired: boolean): string {
  if (isRequired) return 'required'
  if (field.default === undefined || field.default === null) return 'none'
  if (typeof field.default === 'object') return 'none'
  return `\`${String(field.default)}\``
}

function propertiesOf(field: Schema | undefined): Record<string, Schema> {
  return field?.properties ?? {}
}

function schema(): Schema {
  // Safe: the schema of an object, of which only the keys of `Schema` are read.
  return describeFields() as Schema
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
