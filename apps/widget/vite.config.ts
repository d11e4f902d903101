import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { defineConfig, type Plugin, type Rolldown } from 'vite'

/** Builds the mint component: one entry with a lasting name, its later parts named by hash. */
export default defineConfig({
  root: import.meta.dirname,
  // Parts are found beside the entry, wherever the folder lies.
  base: './',
  plugins: [seal()],
  build: {
    target: ['chrome123', 'firefox120', 'safari17.5'],
    outDir: process.env.PLATEMARK_WIDGET_FOLDER ?? join(import.meta.dirname, 'dist'),
    emptyOutDir: true,
    // A data: font would need a looser policy on the page around it.
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

/** What the panel may cost until it is first seen, in bytes of brotli. */
const firstPaintBudget = 60_000

/** Compresses every file, and fails the build when the first view of the panel is too heavy. */
function seal(): Plugin {
  return {
    name: 'seal',
    writeBundle({ dir = '' }, bundle) {
      const files = readdirSync(dir, { recursive: true, encoding: 'utf8' })
      for (const file of files.filter((name) => /\.(js|css|html)$/.test(name))) {
        compress(join(dir, file))
      }
      const first = brought(bundle, 'platemark-mint.js')
      const bytes = first.reduce(
        (sum, file) => sum + readFileSync(join(dir, `${file}.br`)).length,
        0,
      )
      process.stdout.write(`first view of the mint component: ${bytes} bytes (brotli)\n`)
      if (bytes > firstPaintBudget) {
        throw new Error(
          `Over the budget of ${firstPaintBudget} bytes for the first view: ${first.join(', ')}.`,
        )
      }
    },
  }
}

/** A script and all that it imports at once. */
function brought(bundle: Rolldown.OutputBundle, entry: string): string[] {
  const files = new Set<string>()
  const visit = (file: string) => {
    const chunk = bundle[file]
    if (files.has(file) || chunk?.type !== 'chunk') return
    files.add(file)
    for (const next of chunk.imports) visit(next)
  }
  visit(entry)
  if (files.size === 0) throw new Error(`The build has no ${entry}.`)
  return [...files]
}

function compress(file: string) {
  const bytes = readFileSync(file)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }))
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
}
