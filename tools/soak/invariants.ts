import { runForge } from './forge.ts'

runForge(['test', '--match-path', 'test/invariants/*', '-vv', ...process.argv.slice(2)])
