import { expect, test } from 'vitest'
import { isSoak, share } from '../../test/share.ts'
import { watchTakeovers } from '../../test/takeover.ts'
import { copyDatabase } from '../../test/template.ts'

const shortWaits = { lease_seconds: 1.5, rpc_poll_ms: 100 }

test('another process takes over the chain of a killed one without missing or repeated logs', {
  timeout: share(120_000, 900_000),
}, async () => {
  const kills = share(1, 20)
  const url = await copyDatabase()
  const limits = isSoak ? {} : shortWaits
  // Two chains are the least of which each process holds one.
  const chains = share(2, 3)
  const { times, differences } = await watchTakeovers(url, { kills, chains, limits })
  expect(differences).toEqual([])
  expect(times).toHaveLength(kills)
})
