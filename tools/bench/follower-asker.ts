import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { finish, optionsOf } from './follower-child.ts'

/** Asks in an open loop: however long answers take, the next question comes at its time. */
export type AskerOptions = { url: string; perSecond: number; seconds: number }

/** Milliseconds from the moment a question was due to the end of its answer, in order. */
export type Asked = { waits: number[]; failures: number }

const { url, perSecond, seconds } = optionsOf<AskerOptions>()
const agent = new Agent({ keepAlive: true, maxSockets: 256 })
const answers: Promise<number | undefined>[] = []
const began = performance.now()
for (let index = 0; index < perSecond * seconds; index += 1) {
  const dueAt = began + (index * 1000) / perSecond
  const early = dueAt - performance.now()
  if (early > 0) await sleep(early)
  answers.push(ask(dueAt))
}
const waits = await Promise.all(answers)
const known = waits.filter((wait) => wait !== undefined)
finish<Asked>({
  waits: known.toSorted((a, b) => a - b),
  failures: waits.length - known.length,
})

/** How long it took; undefined where there was no good answer. */
function ask(dueAt: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const request = get(url, { agent }, (response) => {
      response.resume()
      response.on('end', () => {
        resolve(response.statusCode === 200 ? performance.now() - dueAt : undefined)
      })
    })
    request.on('error', () => resolve(undefined))
  })
}
