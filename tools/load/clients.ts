import { manyChains } from '../../apps/server/test/large-database/facts.ts'
import { answer, optionsOf } from '../bench/follower-child.ts'
import { openConnection } from './connection.ts'
import { publicReads } from './questions.ts'
import { startTally, type Tally } from './tally.ts'
import { openWriter } from './writer.ts'

/** Many connections from a process of their own, which read and write until they are told not to. */
export type ClientOptions = {
  url: string
  connections: number
  isWithPages: boolean
  /** Of the requests that are sent. */
  writes: number
}

const { url, connections, isWithPages, writes } = optionsOf<ClientOptions>()
const reads = await Promise.all(publicReads(isWithPages).map(usualPath))
const tally = startTally()
let isOver = false

process.on('message', async (message) => {
  if (message !== 'begin') {
    isOver = true
    return
  }
  const places = Array.from({ length: connections }, (_, place) => place)
  await Promise.all(places.map(work))
  answer<Tally>(tally.told())
})
answer({ isReady: true })

/** Where the page of a collection is: asked for by another of its addresses, it leads there. */
async function usualPath(path: string): Promise<string> {
  if (!path.startsWith('/collection/')) return path
  const { headers } = await fetch(`${url}${path}`, { redirect: 'manual' })
  return headers.get('location') ?? path
}

/** One connection, which asks again as soon as it is answered. */
async function work(place: number): Promise<void> {
  const connection = openConnection(url, addressOf(place), tally)
  const writer = openWriter(connection, place, manyChains[0].alias)
  while (!isOver) {
    if (Math.random() < writes) await writer.write()
    else await connection.read(reads[Math.floor(Math.random() * reads.length)] ?? '/')
  }
  connection.close()
}

/** Of ten connections one shares its address with the others of its kind. */
function addressOf(place: number): string {
  if (place % 10 === 0) return '10.255.0.1'
  return `10.1.${place >> 8}.${place & 255}`
}
