import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { browserTargets } from '@platemark/bundle/browsers'
import { compress, compressedSize } from '@platemark/bundle/compression'
import { collectScripts } from '@platemark/bundle/scripts'
import { defineConfig, type Plugin } from 'vite'

/**
 * Builds the mint component: one entry with a stable name, its other chunks named by
 * hash.
 */
export default defineConfig({
  root: import.meta.dirname,
  // Chunks are resolved relative to the entry.
  base: './',
  plugins: [seal()],
  build: {
    target: browserTargets,
    outDir: process.env.PLATEMARK_WIDGET_FOLDER ?? join(import.meta.dirname, 'dist'),
    emptyOutDir: true,
    // A data: font would need a looser policy on the embedding page.
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: {
      input: join(import.meta.dirname, 'src/platemark-mint.ts'),
      preserveEntrySignatures: 'allow-extension',
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'parts/[name]-[hash].js',
        assetFileNames: 'parts/[name]-[hash][extname]',
      },
    },
  },
})

/** Maximum size of the panel's first view, in bytes after brotli. */
const firstPaintBudget = 60_000

/** Compresses every file, and fails the build when the first view exceeds its budget. */
function seal(): Plugin {
  return {
    name: 'seal',
    writeBundle({ dir = '' }, bundle) {
      const files = readdirSync(dir, { recursive: true, encoding: 'utf8' })
      for (const file of files.filter((name) => /\.(js|css|html)$/.test(name))) {
        compress(join(dir, file))
      }
      const first = collectScripts(bundle, ['platemark-mint.js'])
      if (first.length === 0) throw new Error('build output has no platemark-mint.js')
      const bytes = compressedSize(dir, first)
      process.stdout.write(`first view of the mint component: ${bytes} bytes (brotli)\n`)
      if (bytes > firstPaintBudget) {
        throw new Error(
          `Over the budget of ${firstPaintBudget} bytes for the first view: ${first.join(', ')}.`,
        )
      }
    },
  }
}
