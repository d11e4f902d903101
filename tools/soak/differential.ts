import { runForge } from './forge.ts'

runForge(['test', '--match-path', 'test/differential/*', ...process.argv.slice(2)])
