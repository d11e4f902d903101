import type { CampaignDetail } from '@platemark/api/campaigns'
import { expect, test } from 'vitest'
import { listCheckCommands } from './check-commands.ts'

test('the commands name the site, the campaign and every network', () => {
  const chains = [{ id: 10 }, { id: 1868 }] as CampaignDetail['chains']
  const campaign = { alias: 'quiet-shore', chains }
  expect(listCheckCommands(campaign, 'https://mint.example')).toEqual({
    hash: 'curl -s https://mint.example/api/campaigns/quiet-shore/result.csv | sha256sum',
    count:
      'npm run operator -- campaign verify https://mint.example/api/campaigns/quiet-shore --rpc 10=https://YOUR-ENDPOINT --rpc 1868=https://YOUR-ENDPOINT',
  })
})
