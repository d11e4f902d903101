import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type UserConfig } from 'vite'
import { cutFaces } from './faces.ts'
import { quietSonner } from './quiet-sonner.ts'
import { seal } from './seal.ts'

/** The web is built twice: `vite build` for browsers, `vite build --ssr` for the painter. */
export default defineConfig(
  async ({ command, isSsrBuild }): Promise<UserConfig> => ({
    root: import.meta.dirname,
    // React has had the hook for long: the shim around it stays out.
    resolve: {
      alias: {
        '@faces': await cutFaces(join(import.meta.dirname, 'dist', 'faces')),
        'use-sync-external-store/shim/with-selector':
          'use-sync-external-store/with-selector',
      },
    },
    define: { __DEMO_WALLET__: JSON.stringify(hasDemoWallet) },
    plugins: [quietSonner(), react(), seal(outFolder)],
    build: {
      outDir: join(outFolder, isSsrBuild ? 'paint' : 'web'),
      emptyOutDir: true,
      copyPublicDir: !isSsrBuild,
      // A data: font or script would need a looser policy.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false, resolveDependencies: missingOf },
      // The themes use light-dark() as it is written.
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      rolldownOptions: isSsrBuild
        ? { input: join(import.meta.dirname, 'src/paint.tsx') }
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

/** The only script of the first view: others import from it, it imports none. */
const first = {
  name: 'first',
  test: /web[\\/]src[\\/](boot|pages)\.ts|vite[\\/]preload-helper/,
  priority: 2,
}

/** One chunk that stays in the cache from release to release: what every page needs of it. */
const framework = {
  name: 'base',
  test: /node_modules[\\/](react|react-dom|scheduler|@tanstack|seroval|use-sync-external-store)[\\/](?!.*[\\/](useMutation|mutationObserver|useQueries|queriesObserver)\.js)/,
}

/** What every page needs, together: many small chunks compress worse. */
const ground = {
  name: 'ground',
  test: /web[\\/]src[\\/](app\.tsx|main\.tsx|lib[\\/](?!wagmi)|shell[\\/](?!not-found|state-bar)|components[\\/](?!activity-rows|address|ago|change-words|collection-|countdown|failure|mint-progress|state-mark|token-card)|features[\\/]session[\\/]account-corner|ui[\\/](?!block|toaster|dialog|field|stepper|tabs))/,
}

/** What pages with lists share. */
const cards = {
  name: 'cards',
  test: /web[\\/]src[\\/](components[\\/](collection-|countdown|failure|mint-progress|state-mark)|ui[\\/]block)/,
}

/** The chunks a script brings along before it is loaded; every page holds the others already. */
function missingOf(_: string, files: string[]): string[] {
  return files.filter((file) => !/\/(rolldown-runtime|base|ground|first)-/.test(file))
}
