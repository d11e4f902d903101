import { expect, test } from 'vitest'
import { runInWorker } from './worker-task.ts'

/** Worker files as `data:` addresses; the last line of each is its outcome. */
function task(code: string): URL {
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`)
}

const head = "import { parentPort, workerData } from 'node:worker_threads';"

test('a task returns its result, its problem, or fails with its thread', async () => {
  const double = `${head} parentPort.postMessage({ result: workerData * 2 })`
  expect(await runInWorker(task(double), 21)).toBe(42)
  const refuse = `${head} parentPort.postMessage({ problem: { code: 'bad_request', message: 'No.' } })`
  await expect(runInWorker(task(refuse), 0)).rejects.toMatchObject({
    code: 'bad_request',
    message: 'No.',
  })
  await expect(runInWorker(task('process.exit(3)'), 0)).rejects.toThrow('exit code 3')
  await expect(runInWorker(task("throw new Error('broken')"), 0)).rejects.toThrow(
    'broken',
  )
})

test('tasks run one at a time, and some wait; more are refused with a retry', async () => {
  const counter = new Int32Array(new SharedArrayBuffer(8))
  const wait = `${head} const c = workerData; const now = Atomics.add(c, 0, 1) + 1;
    if (now > c[1]) c[1] = now; Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    Atomics.sub(c, 0, 1); parentPort.postMessage({ result: true })`
  const sent = Array.from({ length: 20 }, () => runInWorker(task(wait), counter))
  const outcomes = await Promise.allSettled(sent)
  const refused = outcomes.filter(({ status }) => status === 'rejected')
  expect([counter[1], refused.length]).toEqual([1, 3])
  expect(refused[0]).toMatchObject({ reason: { code: 'busy' } })
})
