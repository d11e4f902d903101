import { useAppConfig } from './app-config.ts'

/** The browser's title: the product's name, then the page's. */
export function PageTitle({ children }: { children: string }) {
  return <title>{`${useAppConfig().product_name} | ${children}`}</title>
}
