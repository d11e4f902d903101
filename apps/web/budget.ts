import { compressedSize } from '@platemark/bundle/compression'
import { collectScripts } from '@platemark/bundle/scripts'
import type { Rolldown } from 'vite'
import { type Chunks, findChunk } from './plugins/bundle.ts'

/** Maximum size of the scripts of a first view after brotli: 115 KiB. */
const MAX_INITIAL_SCRIPT_BYTES = 115 * 1024

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

/** Maximum size of the scripts that only the wizard loads for its five steps, after brotli. */
const MAX_WIZARD_SCRIPT_BYTES = 60_000

/** Modules that the wizard loads on use. */
const wizardParts = {
  'the choice of drafts': ['features/create/draft-choice.tsx'],
  'a conflict': ['features/create/frame/conflict-notice.tsx'],
  'a set': ['features/create/art/set/set-section.tsx'],
  lists: ['features/create/schedule/list/phase-lists.tsx'],
  'a deployment': [
    'features/create/review/open-deployment.ts',
    'features/create/review/deployment-panel.tsx',
    'features/create/review/deployed-card.tsx',
  ],
  'a reveal file': ['features/create/review/reveal/reveal-panel.tsx'],
  'a large work': ['features/create/art/single/work-upload.tsx'],
  'files of a set': ['components/archive/files-panel.tsx'],
  'a rehearsal': ['features/create/review/rehearsal/rehearsal-panel.tsx'],
}

/**
 * Prints the scripts that all steps of the wizard load beyond its first view and a connected
 * wallet, and fails the build when those of the wizard alone exceed their budget. Scripts that
 * the studio or the settings load too, and parts that load on use, are printed apart.
 */
export function checkWizard(
  folder: string,
  bundle: Rolldown.OutputBundle,
  chunks: Chunks,
) {
  const scriptsOf = (modules: string[]) =>
    collectScripts(
      bundle,
      modules.map((module) => findChunk(bundle, module)),
    )
  const inWizard = (modules: string[]) =>
    scriptsOf(modules.map((module) => `src/${module}`))
  const wallet = scriptsOf(['src/features/session/runtime.tsx', 'src/lib/wagmi.ts'])
  const known = new Set([...(chunks.create ?? []), ...wallet])
  const wizard = inWizard(['features/create/wizard.tsx']).filter(
    (file) => !known.has(file),
  )
  const own = wizard.filter((file) => !isShared(bundle, file))
  const bytes = compressedSize(folder, own)
  const shared = compressedSize(folder, wizard) - bytes
  const parts = Object.entries(wizardParts).map(([name, modules]) => {
    const files = inWizard(modules).filter((file) => !known.has(file))
    const added = files.filter((file) => !wizard.includes(file))
    return `${name} ${compressedSize(folder, added)}`
  })
  process.stdout.write(
    `wizard: ${bytes} bytes of script (brotli), and ${shared} shared with other pages; on use ${parts.join(', ')}\n`,
  )
  if (bytes > MAX_WIZARD_SCRIPT_BYTES) {
    throw new Error(
      `Over the budget of ${MAX_WIZARD_SCRIPT_BYTES} bytes of script for the wizard: ${bytes}.`,
    )
  }
}

/** Maximum size of the scripts that the Abstract wallet alone loads, after brotli. */
const MAX_ABSTRACT_SCRIPT_BYTES = 15_360

/**
 * Prints the scripts that the Abstract wallet loads to connect and to sign, beyond those of every
 * wallet, and fails the build when they exceed their budget.
 */
export function checkAbstractWallet(folder: string, bundle: Rolldown.OutputBundle) {
  const scriptsOf = (module: string) =>
    collectScripts(bundle, [findChunk(bundle, module)])
  const known = new Set(scriptsOf('src/features/session/runtime.tsx'))
  const own = scriptsOf('src/features/session/abstract/open-abstract-wallet.ts').filter(
    (file) => !known.has(file),
  )
  const bytes = compressedSize(folder, own)
  process.stdout.write(`Abstract wallet: ${bytes} bytes of script (brotli)\n`)
  if (bytes > MAX_ABSTRACT_SCRIPT_BYTES) {
    throw new Error(
      `Over the budget of ${MAX_ABSTRACT_SCRIPT_BYTES} bytes of script for the Abstract wallet: ${bytes}.`,
    )
  }
}

/** Returns true for a script that a chunk of another feature imports as well. */
function isShared(bundle: Rolldown.OutputBundle, file: string): boolean {
  return Object.values(bundle).some(
    (chunk) =>
      chunk.type === 'chunk' &&
      chunk.imports.includes(file) &&
      chunk.moduleIds.some((id) => /web[\\/]src[\\/]features[\\/](?!create)/.test(id)),
  )
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
