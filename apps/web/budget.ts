import { compressedSize } from '@platemark/bundle/compression'
import type { Rolldown } from 'vite'
import type { Chunks } from './plugins/bundle.ts'

/** Maximum size of the scripts of a first view, in bytes after brotli. */
const MAX_INITIAL_SCRIPT_BYTES = 115_000

/**
 * Prints the scripts of every first view and fails the build when one exceeds its budget.
 */
export function checkWeight(folder: string, chunks: Chunks) {
  const pages = Object.entries(chunks)
  const sizes = pages.map(([page, files]) => ({
    page,
    bytes: compressedSize(folder, files),
  }))
  for (const { page, bytes } of sizes) {
    process.stdout.write(`first view of ${page}: ${bytes} bytes of script (brotli)\n`)
  }
  const heavy = sizes.filter(({ bytes }) => bytes > MAX_INITIAL_SCRIPT_BYTES)
  if (heavy.length > 0) {
    const names = heavy.map(({ page, bytes }) => `${page} (${bytes})`).join(', ')
    throw new Error(
      `Over the budget of ${MAX_INITIAL_SCRIPT_BYTES} bytes of script for the first view: ${names}.`,
    )
  }
  if (sizes.length === 0) throw new Error('build has no pages')
}

/** Modules that load only when a visitor is about to connect a wallet. */
const walletCode =
  /node_modules[\\/](viem|wagmi|@wagmi|ox|abitype|mipd|@noble)[\\/]|src[\\/]lib[\\/]wagmi\.ts/

/** Fails the build when a script of a first view contains wallet code. */
export function checkContents(bundle: Rolldown.OutputBundle, chunks: Chunks) {
  for (const [page, files] of Object.entries(chunks)) {
    for (const file of files) {
      const chunk = bundle[file]
      if (chunk?.type !== 'chunk') throw new Error(`build output has no script ${file}`)
      const found = chunk.moduleIds.find((id) => walletCode.test(id))
      if (found) throw new Error(`first view of ${page} contains wallet code: ${found}`)
    }
  }
}
