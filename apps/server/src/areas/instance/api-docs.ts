import { createHash } from 'node:crypto'
import { contentSecurityPolicy } from '../../http/headers.ts'
import { toCurlExample } from './api-docs-curl.ts'
import { describeType, type Field, listFields } from './api-docs-fields.ts'
import { type Html, html, raw } from './api-docs-html.ts'
import { apiDocsStyle } from './api-docs-style.ts'
import type { Document, Operation, Parameter, Response } from './openapi-schema.ts'

/** Mark of the product, as its icon has it. */
const mark =
  '<svg viewBox="0 0 16 16" width="24" height="24" aria-hidden="true"><path d="M0 0h16v16H0z" fill="#16191a"/><path d="M1 1h14v14H1z" fill="#f6f5f1"/><path d="M3 3h10v10H3z" fill="#0f6b43"/><path d="M3 7.9c2.7 0 3.4-2.8 5.6-2.8S11 7.9 13 7.9M3 10.8c2.7 0 3.4-2.2 5.6-2.2s2.4 2.2 4.4 2.2" fill="none" stroke="#f6f5f1" stroke-width="1.1"/></svg>'

type Call = { method: string; path: string; operation: Operation }

/** Renders the OpenAPI document as a page, with the policy that allows its style. */
export function docsPage(document: Document): { html: string; policy: string } {
  const hash = createHash('sha256').update(apiDocsStyle).digest('base64')
  const styles = [`'sha256-${hash}'`]
  const policy = contentSecurityPolicy({ scripts: [], styles, origins: [], files: [] })
  const { title, description } = document.info
  const areas = areasOf(document)
  const { markup } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${raw(apiDocsStyle)}</style>
</head>
<body>
<header><a href="/">${raw(mark)}Back to the site</a><a href="/api/openapi.json">OpenAPI document</a></header>
<div class="columns">
<nav aria-label="Calls"><ul>${areas.map(linksOf)}</ul></nav>
<main>
<h1>${title}</h1>
<p>${prose(description)}</p>
<p>Calls that need a token take <code>Authorization: Bearer</code> and the access token of <a href="#login">login</a>. Reads without a token carry an <code>ETag</code>: send it back as <code>If-None-Match</code> and what has not changed is answered with 304. Refusals with 429 or 503 say in <code>Retry-After</code> how many seconds to wait.</p>
${areas.map((area) => areaOf(area, document))}
</main>
</div>
</body>
</html>
`
  return { html: markup, policy }
}

type Area = { name: string; description: string; calls: Call[] }

function areasOf({ tags, paths }: Document): Area[] {
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method,
      path,
      operation,
    })),
  )
  return tags
    .map((tag) => ({
      ...tag,
      calls: calls.filter(({ operation }) => operation.tags.includes(tag.name)),
    }))
    .filter((area) => area.calls.length > 0)
}

function linksOf({ name, calls }: Area): Html {
  const links = calls.map(
    ({ operation: { operationId } }) =>
      html`<li><a href="#${operationId}">${operationId}</a></li>`,
  )
  return html`<li><a href="#${idOf(name)}">${name}</a><ul>${links}</ul></li>`
}

function areaOf({ name, description, calls }: Area, document: Document): Html {
  const [server] = document.servers
  const articles = calls.map((call) => callOf(call, server?.url ?? ''))
  return html`<section aria-labelledby="${idOf(name)}"><h2 id="${idOf(name)}">${name}</h2><p>${description}</p>${articles}</section>`
}

function callOf({ method, path, operation }: Call, origin: string): Html {
  const { operationId, summary, parameters, requestBody, responses } = operation
  const [body] = Object.entries(requestBody?.content ?? {})
  const replies = Object.entries(responses)
  const curl = toCurlExample(operation, { origin, method, path })
  return html`<article id="${operationId}">
<h3><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code></h3>
<p>${prose(summary)}</p>
<p class="access">${accessOf(operation)}</p>
${parameters.length > 0 ? html`<h4>Parameters</h4><dl>${parameters.map(parameterOf)}</dl>` : ''}
${body ? html`<h4>Body <small>${body[0]}</small></h4><dl>${listFields(body[1].schema).map(fieldOf)}</dl>` : ''}
<h4>Replies</h4>
${replies.filter(([status]) => Number(status) < 400).map(replyOf)}
<h4>Errors</h4>
<dl>${replies.filter(([status]) => Number(status) >= 400).flatMap(errorsOf)}</dl>
<h4>Try it</h4>
${block(curl, `Call of ${operationId}`)}
</article>`
}

function accessOf({ security }: Operation): string {
  if (security.length === 0) return 'For everyone.'
  const isOptional = security.some((each) => Object.keys(each).length === 0)
  return isOptional
    ? 'For everyone. The owner’s token adds the owner’s fields.'
    : 'Needs a token.'
}

function parameterOf({
  name,
  in: place,
  required,
  description,
  schema,
}: Parameter): Html {
  return fieldOf({
    path: name,
    type: `${describeType(schema)}, in the ${place}`,
    isRequired: required,
    means: description ?? '',
  })
}

function fieldOf({ path, type, isRequired, means }: Field): Html {
  const must = isRequired ? html` <b>required</b>` : ''
  return html`<div><dt><code>${path}</code>${must}</dt><dd>${type}${means ? `. ${means}` : ''}</dd></div>`
}

/** Replies only mark fields that may be absent. */
function repliedOf(field: Field): Html {
  const type = field.isRequired ? field.type : `${field.type}, may be absent`
  return fieldOf({ ...field, type, isRequired: false })
}

function replyOf([status, { description, content }]: [string, Response]): Html {
  const [reply] = Object.values(content ?? {})
  if (!reply) return html`<p><b>${status}</b> ${description}</p>`
  const isText = typeof reply.example === 'string'
  const example = isText ? String(reply.example) : JSON.stringify(reply.example, null, 2)
  return html`<details><summary><b>${status}</b> ${description}</summary><dl>${listFields(reply.schema).map(repliedOf)}</dl>${block(example, `Example of ${status}`)}</details>`
}

function errorsOf([status, { content }]: [string, Response]): Html[] {
  const examples = Object.entries(content?.['application/json']?.examples ?? {})
  return examples.map(
    ([code, { summary }]) =>
      html`<div><dt><b>${status}</b> <code>${code}</code></dt><dd>${summary}</dd></div>`,
  )
}

/** Renders text in which backticks mark code. */
function prose(text: string): Html[] {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))
}

/** Renders preformatted text that scrolls, with the keyboard too. */
function block(text: string, label: string): Html {
  return html`<pre tabindex="0" role="group" aria-label="${label}"><code>${text}</code></pre>`
}

function idOf(name: string): string {
  return `area-${name.toLowerCase()}`
}
