/**
 * Builds the web app into `dist/<production|demo>/`: web/ (assets), shell.json and
 * server/. Run on the pinned Node; `--demo` includes the in-page demo wallet.
 */
import { build } from 'vite'

export async function buildWeb({ hasDemoWallet }) {
  process.env.PLATEMARK_DEMO_WALLET = hasDemoWallet ? '1' : '0'
  const configFile = `${import.meta.dirname}/vite.config.ts`
  await build({ configFile, logLevel: 'warn' })
  await build({
    configFile,
    logLevel: 'warn',
    build: { ssr: `${import.meta.dirname}/src/entry-server.tsx` },
  })
}

if (process.argv[1] === import.meta.filename) {
  await buildWeb({ hasDemoWallet: process.argv.includes('--demo') })
}
