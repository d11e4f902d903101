import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import {
  installProblem,
  nodePath,
  nodeProblem,
  SERVER_FLAGS,
  spaceProblem,
} from './bootstrap.mjs'

test('Node from 20.19 on is accepted', () => {
  for (const version of ['20.19.0', '20.20.2', '22.1.0', '24.21.0', '26.0.0']) {
    expect(nodeProblem(version)).toBeUndefined()
  }
})

test('an older Node is refused in one sentence that names both versions', () => {
  for (const version of ['14.18.0', '18.20.4', '20.18.3']) {
    expect(nodeProblem(version)).toBe(
      `This is Node ${version}; Platemark needs Node 20.19 or newer. Nothing was started.`,
    )
  }
})

test('a failed install names the network, the disk or another cause', () => {
  expect(installProblem('npm error code ENOTFOUND')).toMatch(/registry cannot be reached/)
  expect(installProblem('npm error code ECONNREFUSED')).toMatch(/cannot be reached/)
  expect(installProblem('npm error code ENOTCACHED')).toMatch(/cannot be reached/)
  expect(installProblem('npm error nospc ENOSPC')).toMatch(/disk is full/)
  expect(installProblem('npm error code EUSAGE')).toMatch(/lines above say why/)
})

test('a disk without room is named with what is free and what is needed', () => {
  expect(spaceProblem('/data', 5_000_000_000, 300_000_000)).toBeUndefined()
  expect(spaceProblem('/data', 12_345_678, 300_000_000)).toBe(
    'Only 12 MB are free on the disk of /data, and 300 MB are needed. Free some space and start again.',
  )
})

test('the young generation of the server stays small under load', () => {
  const script = `
    const v8 = require('node:v8')
    let most = 0
    let kept = []
    for (let round = 0; round < 400_000; round += 1) {
      kept.push({ round, values: [round] })
      if (kept.length > 200_000) kept = kept.slice(100_000)
      if (round % 10_000 > 0) continue
      const spaces = v8.getHeapSpaceStatistics()
      const young = spaces.find(({ space_name }) => space_name === 'new_space')
      most = Math.max(most, young.space_size)
    }
    console.log(most / 2 ** 20)`
  const most = execFileSync(nodePath(), [...SERVER_FLAGS, '-e', script])
  // Two halves of 4 MiB, and pages of a collection that runs; without the flag 64 MiB.
  expect(Number(most)).toBeLessThanOrEqual(16)
})
