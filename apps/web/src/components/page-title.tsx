import { useAppConfig } from './app-config.ts'

/** Sets the document title: product name, then page title. */
export function PageTitle({ children }: { children: string }) {
  return <title>{`${useAppConfig().product_name} | ${children}`}</title>
}
