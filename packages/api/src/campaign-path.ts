import { routes } from './routes.ts'

/** Returns the path of a campaign's page: its own where there is one, else below `/campaigns`. */
export function campaignPath(alias: string): string {
  const own = `/${alias}`
  return routes.some(({ path }) => path === own) ? own : `/campaigns${own}`
}
