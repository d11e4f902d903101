import type { CampaignDetail } from '@platemark/api/campaigns'

/**
 * Returns the commands that check a final result: the hash of its file, and the count from the
 * networks, with a place for an endpoint of each.
 */
export function listCheckCommands(
  { alias, chains }: Pick<CampaignDetail, 'alias' | 'chains'>,
  site: string,
): { hash: string; count: string } {
  const url = `${site}/api/campaigns/${alias}`
  const endpoints = chains.map(({ id }) => ` --rpc ${id}=https://YOUR-ENDPOINT`)
  return {
    hash: `curl -s ${url}/result.csv | sha256sum`,
    count: `npm run operator -- campaign verify ${url}${endpoints.join('')}`,
  }
}
