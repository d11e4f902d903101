/**
 * Builds the web: `dist/<production|demo>/` with web/ (assets), shell.json and server/.
 * Run on the pinned Node. With `--demo` the in-page demo wallet is part of the build.
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
