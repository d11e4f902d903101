import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('the page about permissions matches the endpoints', () => {
  const generator = join(import.meta.dirname, 'generate-permissions-docs.ts')
  const { status, stderr } = spawnSync(process.execPath, [generator, '--check'], {
    encoding: 'utf8',
  })
  expect(stderr.replaceAll(/^.*ExperimentalWarning.*$|^\(Use .*$/gm, '').trim()).toBe('')
  expect(status).toBe(0)
})
