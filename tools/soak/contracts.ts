import { runForge } from './forge.ts'

runForge(['test', '--match-path', 'test/{collections,gas}/*', ...process.argv.slice(2)])
