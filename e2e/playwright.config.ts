import { defineConfig } from '@playwright/test'
import { findChromium } from '../tools/chromium.mjs'
import { isFull } from './fixtures/extent.ts'

const isRoot = process.getuid?.() === 0
// Workers evaluate this file too; they reuse the first result.
const executablePath = process.env.CHROMIUM ?? findChromium()
process.env.CHROMIUM = executablePath

/** The longest test: begun last, it leaves the other worker idle. */
const FIRST_FILE = 'journeys/create-kinds.spec.ts'

export default defineConfig({
  testDir: '.',
  // Files begin in the order of the projects.
  projects: [{ testMatch: FIRST_FILE }, { testIgnore: FIRST_FILE }],
  outputDir: '../node_modules/.cache/test/playwright',
  globalSetup: './fixtures/start-stack.ts',
  ...(!isFull && { grepInvert: /@soak/ }),
  // Two leave a third of two cores idle: much of a test is waiting.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  use: {
    browserName: 'chromium',
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 1280, height: 900 },
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath,
      args: [
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--font-render-hinting=none',
      ],
    },
  },
})
