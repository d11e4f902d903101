import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { browserTests, MIN_BROWSERS } from '@platemark/bundle/browsers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { applyAllowedUses } from './allowed-uses.ts'
import { api, builtins, css, type Feature, lackingBrowsers } from './compat.ts'
import { findInBuild } from './find-in-build.ts'
import { findInScript } from './find-in-script.ts'
import { findInStyle } from './find-in-style.ts'

const inScript = (text: string) =>
  findInScript('a.js', text).map(({ feature }) => feature)
const inStyle = (text: string) => findInStyle('a.css', text).map(({ feature }) => feature)

describe('a script', () => {
  test.each([
    ['const s = AbortSignal.any([a, b])', ['AbortSignal.any']],
    ['window.AbortSignal.any([a])', ['AbortSignal.any']],
    ['const { promise } = Promise.withResolvers()', ['Promise.withResolvers']],
    ['Array.fromAsync(x)', ['Array.fromAsync']],
    ['Object.groupBy(x, f)', ['Object.groupBy']],
    ['Map.groupBy(x, f)', ['Map.groupBy']],
    ['URL.canParse(x)', ['URL.canParse']],
    ['URL.parse(x)', ['URL.parse']],
    ['a.intersection(b), a.isSubsetOf(b)', ['.intersection()', '.isSubsetOf()']],
    ['m.values().map(f)', ['Iterator.map']],
    ['a.toWellFormed().bytes(), x.getOrInsert(k, 1)', ['.getOrInsert()']],
    ['Promise.try(f)', ['Promise.try']],
    ['new Intl.DurationFormat("en")', ['Intl.DurationFormat']],
    ['window.scheduler', ['window.scheduler']],
    ['const r = /[a--b]/v', ['regular expression flag v']],
    ['/(?i:a)b/.test(c)', ['regular expression modifier']],
    ['fetch(u, { method, duplex: "half" })', ['duplex of fetch']],
    ['fetch(u, { priority: "low" })', ['priority of fetch']],
    ['new Request(u, { duplex: "half" })', ['duplex of Request']],
    ['requestIdleCallback(f)', ['requestIdleCallback']],
    ['element.showPopover()', ['.showPopover()']],
    ['import data from "./a.json" with { type: "json" }', ['import attributes']],
    ['{ using x = f() }', ['using declaration']],
  ])('%s', (text, found) => expect(inScript(text)).toEqual(found))

  test.each([
    'AbortSignal.timeout(1); structuredClone(x); a.toSorted(); a.findLast(f); a.at(-1)',
    'Object.hasOwn(a, b); new Intl.ListFormat("en").format(a); navigator.locks.request(a, f)',
    // Guards, and names of other things.
    'typeof AbortSignal.any; navigator.share?.(a)',
    'const o = { groupBy: 1, ViewTransition: a }; o.ViewTransition; f({ duplex: 1 })',
    '"AbortSignal.any"; /a/giu.exec(b)',
  ])('has nothing to refuse in %s', (text) => expect(inScript(text)).toEqual([]))

  test('that does not parse is refused', () => {
    expect(() => findInScript('a.js', 'const = 1')).toThrow('a.js does not parse')
  })
})

describe('a style sheet', () => {
  test.each([
    ['a { color: light-dark(red, blue) }', ['light-dark()']],
    [':root { --a: light-dark(red, blue) }', ['light-dark()']],
    ['a { &:hover { color: red } }', ['nesting']],
    ['@starting-style { a { opacity: 0 } }', ['@starting-style']],
    ['a { text-wrap: balance }', ['text-wrap']],
    ['a { field-sizing: content }', ['field-sizing']],
    ['a { scrollbar-gutter: stable }', ['scrollbar-gutter']],
    ['a { grid-template-columns: subgrid }', ['grid-template-columns: subgrid']],
    ['a:popover-open { color: red }', [':popover-open']],
    ['@media (scripting: enabled) { a { color: red } }', ['@media scripting']],
    ['a { width: calc(1rem + 1ric) }', ['unit ric']],
  ])('%s', (text, found) => expect(inStyle(text)).toEqual(found))

  test.each([
    'a:has(b) { height: 100dvh; color: color-mix(in srgb, red, blue); inset: 0 }',
    '@layer a { b { aspect-ratio: 1 } } @container (width > 1px) { a { width: 1cqw } }',
  ])('has nothing to refuse in %s', (text) => expect(inStyle(text)).toEqual([]))
})

describe('a build', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'platemark-build-'))
    mkdirSync(join(folder, 'web'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const write = (file: string, text: string) => writeFileSync(join(folder, file), text)

  test('is checked in files, inline parts and the style sheets of shadow roots', () => {
    const html = '<style>a{field-sizing:content}</style><script>URL.canParse(a)</script>'
    write('shell.json', JSON.stringify({ html }))
    write('web/a.js', 'AbortSignal.any([]);const s=`:host{color:light-dark(red,blue)}`')
    write('web/a.css', 'a{scrollbar-gutter:stable}')
    const { findings, checked } = findInBuild(folder)
    expect(checked).toBe(5)
    expect(findings.map(({ feature }) => feature).sort()).toEqual([
      'AbortSignal.any',
      'URL.canParse',
      'field-sizing',
      'light-dark()',
      'scrollbar-gutter',
    ])
    expect(findings[0]?.lacking).toEqual([
      'chrome below 116',
      'edge below 116',
      'safari below 17.4',
      'safari_ios below 17.4',
    ])
  })

  test.each([
    ['script', { 'web/a.css': 'a{}' }],
    ['style', { 'web/a.js': '' }],
  ])('without a %s is refused', (kind, files: Record<string, string>) => {
    write('shell.json', JSON.stringify({ html: '' }))
    for (const [file, text] of Object.entries(files)) write(file, text)
    expect(() => findInBuild(folder)).toThrow(`no ${kind}`)
  })
})

test('an allowed use covers only what stands near its guard, and must be needed', () => {
  const allowed = [
    { feature: 'navigator.share', near: /'share' in navigator/, reason: 'Asked before.' },
    { feature: 'AbortSignal.any', reason: 'Gone.' },
  ]
  const findings = [
    ...findInScript('a.js', "if ('share' in navigator) navigator.share(a)"),
    ...findInScript('b.js', 'navigator.share(a)'),
  ].filter(({ feature }) => feature === 'navigator.share')
  const { refused, unused } = applyAllowedUses(findings, allowed)
  expect(refused.map(({ file }) => file)).toEqual(['b.js'])
  expect(unused.map(({ feature }) => feature)).toEqual(['AbortSignal.any'])
})

test('the read-me and the documents name the least versions', () => {
  const { chrome, edge, safari, safari_ios, firefox } = MIN_BROWSERS
  expect([edge, safari_ios]).toEqual([chrome, safari])
  for (const file of ['README.md', 'docs/widget.md', 'CHANGELOG.md']) {
    const text = readFileSync(join(import.meta.dirname, '../..', file), 'utf8')
    for (const name of [`Edge ${chrome}`, `Safari ${safari}`, `Firefox ${firefox}`])
      expect(text, file).toContain(name)
  }
})

describe('the tests of a page in the browser', () => {
  test('are true of each least version', () => {
    const used: Feature[] = [
      css.types?.color?.['color-mix'],
      api.CSS?.registerProperty_static,
      builtins.Array?.toSorted,
    ]
    expect(used.flatMap(lackingBrowsers)).toEqual([])
    expect(Object.values(browserTests).flat().join()).toMatch(
      /color-mix.*registerProperty.*toSorted/,
    )
  })

  test('are false of the versions before', () => {
    const reached = [css.types?.color?.['color-mix'], api.CSS?.registerProperty_static]
    for (const [browser, version] of Object.entries(MIN_BROWSERS)) {
      const firsts = reached.map((feature) => {
        // Safe: the names of `MIN_BROWSERS` are those of the data.
        const support = feature?.__compat?.support[browser as keyof typeof MIN_BROWSERS]
        return support && !Array.isArray(support) ? support.version_added : undefined
      })
      expect(firsts, browser).toContain(version)
    }
  })
})
