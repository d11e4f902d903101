import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'

/** Runs `what` with a log in a child process, and returns its output and exit. */
async function run(what: string): Promise<{ lines: unknown[]; code: unknown }> {
  const program = `
    import { createLog } from ${JSON.stringify(new URL('./log.ts', import.meta.url))}
    const log = createLog('info')
    ${what}`
  const options = ['--input-type=module', '--eval', program]
  const { stdout, code } = await promisify(execFile)(process.execPath, options).then(
    (ended) => ({ ...ended, code: 0 }),
    (failed: { stdout: string; code: unknown }) => failed,
  )
  const lines = stdout.split('\n').filter((line) => line !== '')
  return { lines: lines.map((line) => JSON.parse(line)), code }
}

describe('the log', () => {
  test.each([
    ['runs out of work', '', 0],
    ['ends itself', 'process.exit(3)', 3],
    ['fails', 'throw new Error("broken")', 1],
  ])('keeps every line in its order when the process %s', async (_, end, code) => {
    const many = 500
    const ended = await run(`
      for (let at = 0; at < ${many}; at += 1) log.info({ at }, 'a line of some length')
      ${end}`)
    expect(ended.code).toBe(code)
    expect(ended.lines).toEqual(
      Array.from({ length: many }, (_, at) => expect.objectContaining({ at })),
    )
  })
})
