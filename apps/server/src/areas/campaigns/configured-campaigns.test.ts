import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { networks } from '@platemark/chains/networks'
import { expect, test } from 'vitest'
import { readShippedAcademy } from '../../../test/server.ts'
import { readCampaign } from './definition/read-campaign.ts'

const root = join(import.meta.dirname, '../../../../..', 'config', 'campaigns')
const files = globSync('**/*.yaml', { cwd: root })

test.each(files)('the campaign file %s can be imported', (file) => {
  const text = readFileSync(join(root, file), 'utf8')
  const chains = networks.map(({ id }) => id)
  const articles = readShippedAcademy().english.articles.map(({ alias }) => alias)
  const { alias, quests } = readCampaign(text, file, { chains, articles })
  expect(file.endsWith(`${alias}.yaml`)).toBe(true)
  expect(quests.length).toBeGreaterThan(1)
})
