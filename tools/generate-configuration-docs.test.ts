import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('the pages about configuration and limits match the schema', () => {
  const generator = join(import.meta.dirname, 'generate-configuration-docs.ts')
  const { status, stderr } = spawnSync(process.execPath, [generator, '--check'], {
    encoding: 'utf8',
  })
  expect(stderr.replaceAll(/^.*ExperimentalWarning.*$|^\(Use .*$/gm, '').trim()).toBe('')
  expect(status).toBe(0)
})
