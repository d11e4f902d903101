#!/usr/bin/env node
// Replaces the native compiler for forge by the WebAssembly build of solc from npm.
import { readFileSync, realpathSync, writeSync } from 'node:fs'
import { createRequire } from 'node:module'
import { isAbsolute, resolve, sep } from 'node:path'

const require = createRequire(import.meta.url)
const solc = require('solc')
const flags = process.argv.slice(2)

if (flags.includes('--version')) printVersion()
else if (flags.includes('--standard-json')) compile()
else {
  console.error(`solc.mjs knows --version and --standard-json, not: ${flags.join(' ')}`)
  process.exit(1)
}

function printVersion() {
  // forge reads the platform from the version and knows no Emscripten.
  const version = solc.version().replace('Emscripten.clang', 'Linux.g++')
  print(`solc, the solidity compiler commandline interface\nVersion: ${version}\n`)
}

function compile() {
  const base = flagValue('--base-path') ?? process.cwd()
  const allowed = (flagValue('--allow-paths') ?? base)
    .split(',')
    .map((path) => resolve(base, path))
  const read = (path) =>
    readSource(isAbsolute(path) ? path : resolve(base, path), allowed)
  print(solc.compile(readFileSync(0, 'utf8'), { import: read }))
}

function readSource(path, allowed) {
  try {
    const file = realpathSync(path)
    const isAllowed = allowed.some((root) => file === root || file.startsWith(root + sep))
    if (!isAllowed) return { error: `outside the allowed paths: ${path}` }
    return { contents: readFileSync(file, 'utf8') }
  } catch (error) {
    return { error: error.message }
  }
}

function flagValue(flag) {
  const index = flags.indexOf(flag)
  return index < 0 ? undefined : flags[index + 1]
}

function print(text) {
  const bytes = Buffer.from(text)
  let written = 0
  while (written < bytes.length) {
    try {
      written += writeSync(1, bytes, written)
    } catch (error) {
      // The pipe is full; process.stdout would lose the rest at exit.
      if (error.code !== 'EAGAIN') throw error
    }
  }
}
