import { routes } from '@platemark/api/routes'

/** Returns whether this version has a page of that path, in the syntax of the route table. */
export function hasPage(path: string): boolean {
  return routes.some((route: { path: string }) => route.path === path)
}
