import { runForge } from './forge.ts'

runForge([
  'test',
  '--match-path',
  'test/{collections,gas,names}/*',
  ...process.argv.slice(2),
])
