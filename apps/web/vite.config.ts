import { join } from 'node:path'
import { browserTargets } from '@platemark/bundle/browsers'
import react from '@vitejs/plugin-react'
import { defineConfig, type UserConfig } from 'vite'
import { academyContent } from './plugins/academy.ts'
import { htmlShell } from './plugins/html-shell.ts'
import { oldBrowsers } from './plugins/old-browsers.ts'
import { patchSonner } from './plugins/patch-sonner.ts'
import { subsetFonts } from './plugins/subset-fonts.ts'

/**
 * The app is built twice: `vite build` for browsers, `vite build --ssr` for the server.
 */
export default defineConfig(
  async ({ command, isSsrBuild }): Promise<UserConfig> => ({
    root: import.meta.dirname,
    // React has this hook built in: the shim is not needed.
    resolve: {
      alias: {
        '@faces': await subsetFonts(join(import.meta.dirname, 'dist', 'faces')),
        'use-sync-external-store/shim/with-selector':
          'use-sync-external-store/with-selector',
      },
    },
    define: {
      __DEMO_WALLET__: JSON.stringify(hasDemoWallet),
      // Without it `npm start` renders with the development build of React, several times slower.
      ...(isSsrBuild && { 'process.env.NODE_ENV': '"production"' }),
    },
    plugins: [
      oldBrowsers(),
      patchSonner(),
      academyContent(),
      react(),
      htmlShell(outFolder),
    ],
    build: {
      outDir: join(outFolder, isSsrBuild ? 'server' : 'web'),
      emptyOutDir: true,
      copyPublicDir: !isSsrBuild,
      // A data: font or script would need a looser policy.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false, resolveDependencies: listUnloadedChunks },
      target: browserTargets,
      rolldownOptions: isSsrBuild
        ? { input: join(import.meta.dirname, 'src/entry-server.tsx') }
        : {
            output: {
              codeSplitting: {
                groups: [first, framework, ground, cards],
              },
            },
          },
    },
    // In development the packages are read from node_modules, as Node would.
    ssr: {
      noExternal: command === 'build' ? true : [/^@platemark\//],
      target: 'node',
    },
  }),
)

const hasDemoWallet = process.env.PLATEMARK_DEMO_WALLET === '1'
const outFolder = join(import.meta.dirname, 'dist', hasDemoWallet ? 'demo' : 'production')

/** The only script of the first view: other chunks import it, it imports none. */
const first = {
  name: 'first',
  test: /web[\\/]src[\\/](entry-client|pages|lib[\\/]replaced-nodes)\.ts|mint[\\/]src[\\/]browser-store\.ts|vite[\\/]preload-helper/,
  priority: 2,
}

/** Framework chunk, cached across releases. */
const framework = {
  name: 'base',
  test: /node_modules[\\/](react|react-dom|scheduler|@tanstack|seroval|use-sync-external-store)[\\/](?!.*[\\/](useMutation|mutationObserver|useQueries|queriesObserver)\.js)/,
}

/** Code that every page needs, in one chunk: many small chunks compress worse. */
const ground = {
  name: 'ground',
  test: /web[\\/]src[\\/](app\.tsx|hydrate\.tsx|lib[\\/](?!chain-rpc|format-bytes|page-user|parse-amounts|phase-texts|run-slices|saved|send-with-progress|session-keys|typed-time|use-chain-time|use-focus-new-row|use-part|use-retry-countdown|use-slash-key|use-url-text|wagmi)|shell[\\/](?!not-found|state-bar)|components[\\/](?!academy-progress|achievements|account-lists|accounts[\\/](?!account-name|use-account-name)|activity-rows|address|affix-field|ago|archive|call|change-messages|chart|collection-(?!href)|confirm-dialog|countdown|crop|editing|film-player|leave-guard|list-rows|mint-progress|part-failure|payees|playable-art|read-only|reveal|saved|session-keys|art-viewer|share|sign-in-block|status-badge|studio-query|token-card|token-query|zone-time-field)|features[\\/]session[\\/]session-corner|ui[\\/](?!dialog|field|popup-menu|search-field|stepper|tabs|toaster))/,
}

/** Code that pages with lists share. */
const cards = {
  name: 'cards',
  test: /web[\\/]src[\\/]components[\\/](collection-(?!href)|countdown|mint-progress|status-badge)/,
}

/** Returns the dependencies to preload with a chunk; every page has loaded the others. */
function listUnloadedChunks(_: string, files: string[]): string[] {
  return files.filter((file) => !/\/(rolldown-runtime|base|ground|first)-/.test(file))
}
