/**
 * Builds the mint component into FOLDER, by default its own `dist`: `build.mjs [FOLDER]`.
 * Run on the pinned Node.
 */
import { build } from 'vite'

const [folder] = process.argv.slice(2)
if (folder) process.env.PLATEMARK_WIDGET_FOLDER = folder
await build({ configFile: `${import.meta.dirname}/vite.config.ts`, logLevel: 'warn' })
