import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { startBareServer } from '../../apps/server/test/bare-upload-server.ts'
import { endProcess } from '../../apps/server/test/server-process.ts'
import { freePort } from '../local/ports.ts'
import { pause } from '../program.ts'
import {
  chooseFolder,
  launchBrowser,
  openNewDraft,
  saveDraft,
  waitUntilSent,
} from './create-wizard.ts'
import { measure, unless } from './report.ts'
import type { UploadFigures, UploadStage } from './upload-stage.ts'
import { watchMemory } from './watch-memory.ts'

/** Time to the last byte, against that of a server that only writes and hashes. */
const MAX_RATIO = 3
/** Resident memory of the server above idle. */
const MAX_MEMORY_MB = 150
/** Time after which a started server is idle. */
const SETTLE_MS = 3000

/**
 * Uploads the set through the wizard, and to a bare server from the same browser.
 */
export async function compareUploads(stage: UploadStage): Promise<UploadFigures> {
  const browser = await launchBrowser()
  console.log('sends the files to a bare server')
  const bareSeconds = await sendToBareServer(browser, stage)

  const port = await freePort()
  const url = `http://localhost:${port}`
  const server = await stage.startServer(port, url)
  const page = await openNewDraft(browser, url)
  await pause(SETTLE_MS)
  const memory = watchMemory(server.child)
  console.log('sends the files through the wizard')
  const [, seconds] = await measure(async () => {
    await chooseFolder(page, stage.set.path)
    await waitUntilSent(page)
  })
  const whileSending = memory.growth()
  const { id } = await saveDraft(page)
  const [, checkSeconds] = await measure(() => stage.waitUntilChecked(id))
  await pause(1000)
  const growth = memory.stop()
  await browser.close()
  const wrong = await stage.listWrongMasters(id)
  await endProcess(server.child)

  const ratio = seconds / bareSeconds
  const times = `sent in ${seconds.toFixed(1)} s, to a bare server in ${bareSeconds.toFixed(1)} s`
  return {
    figures: [
      `${times}, ratio ${ratio.toFixed(2)}`,
      `checked in ${checkSeconds.toFixed(1)} s`,
      `server memory +${whileSending} MB while files arrive, +${growth} MB in all`,
    ],
    problems: [
      ...unless(ratio <= MAX_RATIO, `ratio is above ${MAX_RATIO}`),
      ...unless(
        growth <= MAX_MEMORY_MB,
        `server memory is more than ${MAX_MEMORY_MB} MB above idle`,
      ),
      ...wrong,
    ],
  }
}

async function sendToBareServer(
  browser: Browser,
  { folder, set }: UploadStage,
): Promise<number> {
  const bareFolder = join(folder, 'bare')
  const bare = await startBareServer(bareFolder)
  const page = await browser.newPage()
  await page.goto(bare.url)
  const [, seconds] = await measure(async () => {
    await page.locator('input').setInputFiles(set.path)
    await page.locator('#done').waitFor({ timeout: 3_600_000 })
  })
  await page.close()
  await bare.close()
  rmSync(bareFolder, { recursive: true })
  return seconds
}
