import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../program.ts'
import { plant, plants } from './plants.ts'

test('every planted fault fits the follower as it is', () => {
  expect(plants.length).toBeGreaterThanOrEqual(10)
  for (const one of plants) {
    const copy = mkdtempSync(join(tmpdir(), 'platemark-plant-'))
    for (const { file } of one.edits) cpSync(join(root, file), join(copy, file))
    expect(() => plant(one, copy)).not.toThrow()
    rmSync(copy, { recursive: true })
  }
})
