/**
 * Checks the built web app and mint component against the least browsers: `node
 * tools/run.mjs tools/check-browsers.ts`, a runner of `npm test browser`. No browser that
 * old can be installed for tests, so this lint holds what the read-me promises.
 */
import { join } from 'node:path'
import { apiDocsStyle } from '../apps/server/src/areas/instance/api-docs-style.ts'
import { applyAllowedUses } from './browsers/allowed-uses.ts'
import { findInBuild } from './browsers/find-in-build.ts'
import { findInStyle } from './browsers/find-in-style.ts'
import { buildWeb } from './build.mjs'
import { root } from './program.ts'

await buildWeb('demo')
const { findings, checked } = findInBuild(join(root, 'apps/web/dist/demo'))
findings.push(...findInStyle('api-docs-style.ts', apiDocsStyle))
const { refused, unused } = applyAllowedUses(findings)
for (const { feature, file, near, lacking } of refused) {
  console.error(`${file}: ${feature} (${lacking.join(', ')})\n  ${near}`)
}
for (const { feature } of unused) {
  console.error(`tools/browsers/allowed-uses.ts: ${feature} is not used so any more`)
}
if (refused.length > 0) {
  console.error(
    'A least browser lacks these. Guard or replace them, or add them to tools/browsers/allowed-uses.ts with the reason.',
  )
}
console.log(`${checked} scripts and styles checked, ${findings.length} uses allowed`)
process.exitCode = refused.length + unused.length > 0 ? 1 : 0
