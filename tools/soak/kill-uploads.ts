import { MAX_PART_BYTES } from '@platemark/api/upload-pieces'
import { endProcess } from '../../apps/server/test/server-process.ts'
import { formatMegabytes } from '../collection/output.ts'
import { freePort } from '../local/ports.ts'
import { pause } from '../program.ts'
import type { Random } from '../random.ts'
import { type CountingProxy, startCountingProxy } from './counting-proxy.ts'
import {
  chooseFolder,
  launchBrowser,
  openNewDraft,
  openSavedDraft,
  saveDraft,
  waitUntilSent,
} from './create-wizard.ts'
import { unless } from './report.ts'
import type { UploadFigures, UploadStage } from './upload-stage.ts'

const MAX_SHARE_SENT_AGAIN = 0.02
/** Parts that travel at the same time, all of which a kill may take. */
const PARALLEL_PARTS = 3
/** Time without a connection. */
const CUT_MS = 3000
/** Time without a byte after which an upload counts as stuck. */
const STUCK_MS = 600_000

/**
 * Uploads the set for a new account, and kills browser, network and server at moments that
 * `random` decides.
 */
export async function killUploads(
  stage: UploadStage,
  random: Random,
): Promise<UploadFigures> {
  const { set } = stage
  const port = await freePort()
  const proxy = await startCountingProxy(port)
  const url = `http://localhost:${proxy.port}`
  let server = await stage.startServer(port, url)
  let browser = await launchBrowser()
  let page = await openNewDraft(browser, url)
  const before = proxy.sentBytes()
  console.log('sends the files for another account, with kills')
  await chooseFolder(page, set.path)
  const draft = await saveDraft(page)

  const kills = {
    browser: async () => {
      await browser.kill()
      browser = await launchBrowser()
      page = await openSavedDraft(browser, draft)
      await chooseFolder(page, set.path)
    },
    network: async () => {
      proxy.cut()
      await pause(CUT_MS)
      proxy.mend()
    },
    server: async () => {
      await endProcess(server.child, 'SIGKILL')
      server = await stage.startServer(port, url)
    },
  }
  const order = shuffle(Object.entries(kills), random)
  for (const [place, [name, kill]] of order.entries()) {
    // Each in its own quarter of the way.
    const share = (20 + 25 * place + random.between(0, 20)) / 100
    await waitForBytes(proxy, before + share * set.bytes)
    console.log(`kills the ${name} after ${Math.round(share * 100)} % of the bytes`)
    await kill()
  }
  await waitUntilSent(page)
  const again = proxy.sentBytes() - before - set.bytes
  await stage.waitUntilChecked(draft.id)
  await browser.close()
  proxy.close()
  const wrong = await stage.listWrongMasters(draft.id)
  await endProcess(server.child)

  const percent = ((100 * again) / set.bytes).toFixed(2)
  const names = order.map(([name]) => name).join(', ')
  // Of a small set, three parts are more than the share.
  const most = Math.max(
    MAX_SHARE_SENT_AGAIN * set.bytes,
    order.length * PARALLEL_PARTS * MAX_PART_BYTES,
  )
  return {
    figures: [
      `sent again ${formatMegabytes(again)} MB (${percent} %) after kills of ${names}`,
      `${set.hashes.size - wrong.length} masters identical`,
    ],
    problems: [
      ...unless(again <= most, `more than ${formatMegabytes(most)} MB were sent again`),
      ...wrong,
    ],
  }
}

/** Waits until clients have sent `bytes`. Throws when nothing is sent for long. */
async function waitForBytes(proxy: CountingProxy, bytes: number): Promise<void> {
  let sent = proxy.sentBytes()
  let changedAt = Date.now()
  while (sent < bytes) {
    if (Date.now() - changedAt > STUCK_MS) throw new Error('upload is stuck')
    await pause(2)
    if (proxy.sentBytes() === sent) continue
    sent = proxy.sentBytes()
    changedAt = Date.now()
  }
}

function shuffle<T>(items: T[], random: Random): T[] {
  const left = [...items]
  return items.flatMap(() => left.splice(random.between(0, left.length - 1), 1))
}
